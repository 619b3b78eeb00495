type Row = Readonly<Record<string, unknown>>;

/** Returns the sum of each column in cents, so that it is exact; empty cells count as zero. */
export function sumColumns(
  rows: readonly Row[],
  columns: readonly string[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    columns.map((name) => [
      name,
      rows.reduce((sum, row) => {
        const value = row[name];
        return typeof value === 'number' ? sum + Math.round(value * 100) : sum;
      }, 0),
    ]),
  );
}
