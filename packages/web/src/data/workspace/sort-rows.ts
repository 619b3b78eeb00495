// Sorts and filters the rows of a table.
import type { TableView } from '@halyard/contract/workspace';

export type SortKey = string | number | null;
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => SortKey>>;

/** Returns the rows in the order of the sorted column; those without a value are last. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: TableView['sort'],
  keys: SortKeys<Row>,
): readonly Row[] {
  const keyOf = sort === null ? undefined : keys[sort.column];
  if (sort === null || keyOf === undefined) return rows;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * compare(first, second);
  });
}

/** Returns the rows whose market contains the text. */
export function filterRows<Row extends { readonly symbol: string; readonly symbolName: string }>(
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ symbol, symbolName }) =>
    [symbol, symbolName].some((name) => name.toLocaleLowerCase().includes(wanted)),
  );
}

function compare(first: string | number, second: string | number): number {
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return String(first).localeCompare(String(second));
}
