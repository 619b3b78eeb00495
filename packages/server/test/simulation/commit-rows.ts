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

type Parameter = { readonly group: Group; readonly column: string; readonly index: number };

const PARAMETERS = readParameters();
const PLAIN_NUMBER = /^-?\d{1,15}$/;
const PLAIN_TEXT = /^"[^"\\]*"$/;
const BARE_NULL = /(?<=^|,)NULL(?=,|$)/g;

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

/** The epoch and the batch come first. */
function toParameter(name: string, place: number): Parameter {
  const group = GROUPS.find((one) => name.startsWith(`${one}_`));
  if (group === undefined) throw new Error(`engine_commit has a parameter unknown here: ${name}`);
  return { group, column: name.slice(group.length + 1), index: place + 2 };
}

/** Where in the values of engine_commit a column is. */
export function findParameter(group: string, column: string): number {
  const found = PARAMETERS.find((one) => one.group === group && one.column === column);
  if (found === undefined) throw new Error(`engine_commit has no ${group}.${column}.`);
  return found.index;
}

export function readCommit(values: readonly unknown[]): CommitRows {
  if (values.length !== PARAMETERS.length + 2) {
    throw new Error(`engine_commit takes ${PARAMETERS.length + 2} values, not ${values.length}.`);
  }
  const commit: Record<Group, SqlRow[]> & { epoch: number; batch: number } = {
    epoch: Number(values[0]),
    batch: Number(values[1]),
    added: [],
    terms: [],
    balance: [],
    told: [],
    hold: [],
    new: [],
    set: [],
    posting: [],
    entry: [],
    notice: [],
    command: [],
  };
  for (const { group, column, index } of PARAMETERS) {
    const cells = readCells(column, String(values[index]));
    const rows = commit[group];
    for (let place = 0; place < cells.length; place += 1) {
      const row = (rows[place] ??= {});
      row[column] = cells[place];
    }
    // As unnest does; the first column of each group is full.
    for (let place = cells.length; place < rows.length; place += 1) {
      Object.assign(rows[place] ?? {}, { [column]: null });
    }
  }
  return commit;
}

/** Answers come as lines, all else as arrays. */
function readCells(column: string, literal: string): readonly unknown[] {
  if (column === 'outcome') return literal === '' ? [] : literal.split('\n');
  return literal === '{}' ? [] : readArray(literal);
}

/** Elements are written as in JSON, but for NULL; no text that may be NULL holds a comma. */
export function readArray(literal: string): readonly unknown[] {
  const inner = literal.slice(1, -1);
  // Most have one element.
  if (PLAIN_NUMBER.test(inner)) return [Number(inner)];
  if (inner === 'NULL') return [null];
  if (PLAIN_TEXT.test(inner)) return [inner.slice(1, -1)];
  const text = inner.includes('NULL') ? inner.replace(BARE_NULL, 'null') : inner;
  return JSON.parse(`[${text}]`) as readonly unknown[];
}
