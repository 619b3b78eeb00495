import type { CandleRow, PriceTable, TickRow } from '#price-file/price-file.ts';

/**
 * Joins the tables of one symbol's files in order. Rejects files that overlap or differ in kind.
 */
export function joinTables(tables: readonly PriceTable[]): PriceTable | undefined {
  const ordered = tables.toSorted((one, other) => firstMs(one) - firstMs(other));
  const overlap = ordered.some((table, index) => {
    const before = ordered[index - 1];
    return before !== undefined && lastMs(before) >= firstMs(table);
  });
  if (overlap) return undefined;
  const candles: CandleRow[] = [];
  const ticks: TickRow[] = [];
  for (const table of ordered) {
    if (table.kind === 'candles') for (const row of table.rows) candles.push(row);
    else for (const row of table.rows) ticks.push(row);
  }
  if (candles.length > 0 && ticks.length > 0) return undefined;
  return candles.length > 0 ? { kind: 'candles', rows: candles } : { kind: 'ticks', rows: ticks };
}

function firstMs(table: PriceTable): number {
  return table.kind === 'candles' ? (table.rows[0]?.startMs ?? 0) : (table.rows[0]?.atMs ?? 0);
}

function lastMs(table: PriceTable): number {
  return table.kind === 'candles'
    ? (table.rows.at(-1)?.startMs ?? 0)
    : (table.rows.at(-1)?.atMs ?? 0);
}
