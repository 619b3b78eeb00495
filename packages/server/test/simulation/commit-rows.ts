// Reads what is handed to engine_commit back into rows.
import {
  columnsOf,
  COMMIT_GROUPS,
  COMMIT_PARAMETERS,
  toColumnName,
  toParameterName,
} from '#engine/commit/commit-columns.ts';
import type { CommitGroup } from '#engine/commit/commit-columns.ts';

export type SqlRow = Record<string, unknown>;
export type CommitRows = Readonly<Record<CommitGroup, readonly SqlRow[]>> & {
  readonly epoch: number;
  readonly batch: number;
};

type Parameter = { readonly group: CommitGroup; readonly column: string; readonly index: number };

const PARAMETERS = readParameters();
const PLAIN_NUMBER = /^-?\d{1,15}$/;
const PLAIN_TEXT = /^"[^"\\]*"$/;
const BARE_NULL = /(?<=^|,)NULL(?=,|$)/g;

function readParameters(): readonly Parameter[] {
  const columns = COMMIT_GROUPS.flatMap((group) =>
    columnsOf(group).map((column) => ({
      group,
      column: toColumnName(column),
      index: COMMIT_PARAMETERS.indexOf(toParameterName(group, column)),
    })),
  );
  return [...columns, { group: 'command', column: 'outcome', index: COMMIT_PARAMETERS.length - 1 }];
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
  const commit: Record<CommitGroup, SqlRow[]> & { epoch: number; batch: number } = {
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
    financing: [],
    notice: [],
    command: [],
  };
  for (const { group, column, index } of PARAMETERS) {
    const value = values[index];
    const rows = commit[group];
    // Most groups of a batch are empty.
    if (value === '{}' && rows.length === 0) continue;
    const cells = readCells(column, String(value));
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
