// Computes the line of a compared symbol on the price axis of the chart's own symbol.

type Bar = { readonly timestamp: number; readonly close: number };
/** A point of the line: its index among the bars, and its rate on the chart's axis. */
export type ComparedRow = { readonly at: number; readonly rate: number };
type Span = { readonly from: number; readonly to: number };

/**
 * Returns the other symbol's closes, scaled so that both symbols meet at the first bar that has
 * both. Bars without a close of the other symbol have no row.
 */
export function comparedRates(
  bars: readonly Bar[],
  rates: ReadonlyMap<number, number>,
): readonly ComparedRow[] {
  const first = bars.find(({ timestamp }) => rates.has(timestamp));
  const base = first === undefined ? undefined : rates.get(first.timestamp);
  if (first === undefined || base === undefined || base === 0) return [];
  const scale = first.close / base;
  return bars.flatMap(({ timestamp }, at) => {
    const rate = rates.get(timestamp);
    return rate === undefined ? [] : [{ at, rate: rate * scale }];
  });
}

/** The changes of both symbols, in percent. */
export type ComparedChange = { readonly own: number; readonly other: number };

/** Returns the changes from the first to the last bar that has both; undefined without any. */
export function comparedChange(
  bars: readonly Bar[],
  rows: readonly ComparedRow[],
): ComparedChange | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  const close = bars[last?.at ?? 0]?.close;
  if (first === undefined || last === undefined || close === undefined) return undefined;
  const change = (rate: number): number => (rate / first.rate - 1) * 100;
  return { own: change(close), other: change(last.rate) };
}

/** Returns the lowest and highest rate; undefined without rows. */
export function spanOf(rows: readonly ComparedRow[]): Span | undefined {
  if (rows.length === 0) return undefined;
  const rates = rows.map(({ rate }) => rate);
  return { from: Math.min(...rates), to: Math.max(...rates) };
}

export function widen(range: Span, span: Span | undefined): Span {
  if (span === undefined) return range;
  return { from: Math.min(range.from, span.from), to: Math.max(range.to, span.to) };
}
