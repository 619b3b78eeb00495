// The charts in the middle of the trading screen.
import type { Timeframe } from '@halyard/contract/market';
import type { ChartCell, Layout } from '@halyard/contract/workspace';

/**
 * The time frames of additional charts, which first show the same market in a longer time frame.
 */
const FURTHER_TIMEFRAMES: readonly Timeframe[] = ['1h', '4h', '1d'];

/** Returns as many charts as the layout shows; charts that were never set get default values. */
export function shownCells(
  { charts, chartCount }: Pick<Layout, 'charts' | 'chartCount'>,
  usual: ChartCell,
): readonly ChartCell[] {
  const [first = usual] = charts;
  return Array.from({ length: chartCount }, (_, at) => {
    const timeframe = FURTHER_TIMEFRAMES[at - 1] ?? usual.timeframe;
    const { symbol } = first;
    return charts[at] ?? (at === 0 ? usual : { symbol, timeframe, indicators: [] });
  });
}

/**
 * The focused chart, whose symbol the ticket trades. `awaited` is its symbol until the page's
 * address has followed.
 */
export type ChartFocus = { readonly index: number; readonly awaited?: string | undefined };

/**
 * Returns the index of the focused chart, which shows the symbol of the page's address. Without a
 * focused chart it is the first one with this symbol.
 */
export function focusedIndex(
  cells: readonly ChartCell[],
  focus: ChartFocus | undefined,
  symbol: string,
): number {
  const found = focus?.index ?? cells.findIndex((cell) => cell.symbol === symbol);
  return Math.min(Math.max(found, 0), cells.length - 1);
}
