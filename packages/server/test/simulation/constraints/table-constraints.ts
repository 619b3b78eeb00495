// What the constraints of the tables demand of rows.
import type { SqlRow } from '../array-cells.ts';
import { duplicate, sqlFailure } from './sql-failure.ts';

const NOT_NULL_VIOLATION = '23502';

/** Of which there are more or fewer in one column than in another. */
export function assertWhole(rows: readonly SqlRow[]): void {
  const cells = rows.flatMap(({ sequence, outcome }) => [sequence ?? null, outcome ?? null]);
  const isWhole = !cells.includes(null);
  if (!isWhole) throw sqlFailure(NOT_NULL_VIOLATION, 'a column of a command is null');
}

export function positionOf(facts: unknown): unknown {
  return (JSON.parse(String(facts)) as { positionId?: unknown }).positionId;
}

export function assertNew(
  constraint: string,
  rows: readonly SqlRow[],
  judge: (row: SqlRow) => readonly [key: unknown, isThere: boolean],
): void {
  const seen = new Set<unknown>();
  for (const row of rows) {
    const [key, isThere] = judge(row);
    if (isThere || seen.has(key)) throw duplicate(constraint);
    seen.add(key);
  }
}

export function raise<Name extends string>(
  highest: Record<Name, number>,
  name: Name,
  value: unknown,
): void {
  highest[name] = Math.max(highest[name], Number(value));
}

export function isIn(rows: readonly SqlRow[], id: unknown): boolean {
  return rows.some((row) => row.id === id);
}

export function sortedById(rows: Iterable<SqlRow>): SqlRow[] {
  return [...rows].toSorted((one, other) => Number(one.id) - Number(other.id));
}
