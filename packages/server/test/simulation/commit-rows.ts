// Reads what is handed to engine_commit back into rows. The names of its parameters are those of
// the newest migration that makes the function.
import { readdirSync, readFileSync } from 'node:fs';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const SIGNATURE = /create (?:or replace )?function engine_commit\(([\s\S]*?)\) returns/;
const GROUPS = [
  'added',
  'terms',
  'balance',
  'told',
  'hold',
  'new',
  'set',
  'posting',
  'entry',
  'notice',
  'command',
] as const;
type Group = (typeof GROUPS)[number];

export type SqlRow = Record<string, unknown>;
export type CommitRows = Readonly<Record<Group, readonly SqlRow[]>> & {
  readonly epoch: number;
  readonly batch: number;
};

type Parameter = { readonly group: Group; readonly column: string };

const PARAMETERS = readParameters();

function readParameters(): readonly Parameter[] {
  const names = readdirSync(MIGRATIONS).toSorted();
  const texts = names.map((name) => readFileSync(new URL(name, MIGRATIONS), 'utf8'));
  const signatures = texts.flatMap((text) => SIGNATURE.exec(text)?.[1] ?? []);
  const parameters = [...(signatures.at(-1) ?? '').matchAll(/^\s*p_(\w+) /gm)];
  return parameters
    .map(([, name = '']) => name)
    .filter((name) => name !== 'epoch' && name !== 'batch')
    .map(toParameter);
}

function toParameter(name: string): Parameter {
  const group = GROUPS.find((one) => name.startsWith(`${one}_`));
  if (group === undefined) throw new Error(`engine_commit has a parameter unknown here: ${name}`);
  return { group, column: name.slice(group.length + 1) };
}

/** Where in the values of engine_commit a column is. */
export function findParameter(group: string, column: string): number {
  const index = PARAMETERS.findIndex((one) => one.group === group && one.column === column);
  if (index < 0) throw new Error(`engine_commit has no ${group}.${column}.`);
  return index + 2;
}

export function readCommit(values: readonly unknown[]): CommitRows {
  if (values.length !== PARAMETERS.length + 2) {
    throw new Error(`engine_commit takes ${PARAMETERS.length + 2} values, not ${values.length}.`);
  }
  const groups = Object.fromEntries(GROUPS.map((group) => [group, [] as SqlRow[]])) as Record<
    Group,
    SqlRow[]
  >;
  PARAMETERS.forEach(({ group, column }, index) => {
    const literal = String(values[index + 2]);
    if (literal === '{}') return;
    const rows = groups[group];
    readArray(literal).forEach((cell, place) => {
      const row = (rows[place] ??= {});
      row[column] = cell;
    });
  });
  return { ...groups, epoch: Number(values[0]), batch: Number(values[1]) };
}

const BARE_NULL = /(?<=^|,)NULL(?=,|$)/g;

/** Elements are written as in JSON, but for NULL; no text that may be NULL holds a comma. */
export function readArray(literal: string): readonly unknown[] {
  const inner = literal.slice(1, -1);
  const text = inner.includes('NULL') ? inner.replace(BARE_NULL, 'null') : inner;
  return JSON.parse(`[${text}]`) as readonly unknown[];
}
