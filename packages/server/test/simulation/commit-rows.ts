// Reads what is handed to engine_commit back into rows.
import {
  columnsOf,
  COMMIT_GROUPS,
  COMMIT_PARAMETERS,
  toColumnName,
  toParameterName,
} from '#engine/commit/commit-columns.ts';
import type { CommitGroup } from '#engine/commit/commit-columns.ts';
import { ADJUST_GROUPS, findAdjustParameter, readAdjustment } from './adjust-rows.ts';
import type { AdjustRows } from './adjust-rows.ts';
import { readArray } from './array-cells.ts';
import type { SqlRow } from './array-cells.ts';

export type CommitRows = Readonly<Record<CommitGroup, readonly SqlRow[]>> &
  AdjustRows & {
    readonly epoch: number;
    readonly batch: number;
  };

type Parameter = { readonly group: CommitGroup; readonly column: string; readonly index: number };

const PARAMETERS = readParameters();

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

/** Where in the values of a commit a column is. */
export function findParameter(group: string, column: string): number {
  if (ADJUST_GROUPS.some((name) => name === group)) return findAdjustParameter(group, column);
  const found = PARAMETERS.find((one) => one.group === group && one.column === column);
  if (found === undefined) throw new Error(`engine_commit has no ${group}.${column}.`);
  return found.index;
}

export function readCommit(values: readonly unknown[]): CommitRows {
  const length = PARAMETERS.length + 2;
  if (values.length < length) {
    throw new Error(`engine_commit takes ${length} values, not ${values.length}.`);
  }
  const commit: Record<CommitGroup, SqlRow[]> & AdjustRows & { epoch: number; batch: number } = {
    ...readAdjustment(values.slice(length)),
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
