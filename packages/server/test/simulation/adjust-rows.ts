// Reads what is handed to engine_adjust back into rows.
import { ADJUST_PARAMETERS } from '#engine/commit/adjustment-rows.ts';
import { COMMIT_PARAMETERS } from '#engine/commit/commit-columns.ts';
import { readArray } from './array-cells.ts';
import type { SqlRow } from './array-cells.ts';

export const ADJUST_GROUPS = ['order', 'trail', 'mark', 'unmark'] as const;
export type AdjustGroup = (typeof ADJUST_GROUPS)[number];
export type AdjustRows = Readonly<Record<AdjustGroup, readonly SqlRow[]>>;

const NAME = /^p_([a-z]+)_(\w+)$/;

/** `values` are those of engine_adjust alone; none when a batch does not call it. */
export function readAdjustment(values: readonly unknown[]): AdjustRows {
  const rows: Record<AdjustGroup, SqlRow[]> = { order: [], trail: [], mark: [], unmark: [] };
  if (values.length === 0) return rows;
  if (values.length !== ADJUST_PARAMETERS.length) {
    throw new Error(
      `engine_adjust takes ${ADJUST_PARAMETERS.length} values, not ${values.length}.`,
    );
  }
  ADJUST_PARAMETERS.forEach((name, index) => {
    const [, group = '', column = ''] = NAME.exec(name) ?? [];
    const cells = readArray(String(values[index]));
    if (!isGroup(group)) {
      if (cells.length > 0) throw new Error(`Nobody splits a symbol here: ${name}`);
      return;
    }
    cells.forEach((cell, place) => {
      const row = (rows[group][place] ??= {});
      row[column] = cell;
    });
    // As unnest does; the first column of each group is full.
    for (const row of rows[group].slice(cells.length)) row[column] = null;
  });
  return rows;
}

/** Where in the values of a commit a column of engine_adjust is. */
export function findAdjustParameter(group: string, column: string): number {
  const index = ADJUST_PARAMETERS.indexOf(`p_${group}_${column}`);
  if (index < 0) throw new Error(`engine_adjust has no ${group}.${column}.`);
  return COMMIT_PARAMETERS.length + index;
}

function isGroup(name: string): name is AdjustGroup {
  return ADJUST_GROUPS.some((group) => group === name);
}
