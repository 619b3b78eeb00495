// The charts in the middle of the trading screen.
import type { Timeframe } from '@halyard/contract/market';
import type { ChartCell, Layout } from '@halyard/contract/workspace';

/** What a further chart shows at first: the same market in a longer time frame. */
const FURTHER_TIMEFRAMES: readonly Timeframe[] = ['1h', '4h', '1d'];

/** Returns as many charts as the layout has, with what was never chosen filled in. */
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

/** Which chart the ticket trades: `awaited` is its symbol while the address still has another. */
export type ChartFocus = { readonly index: number; readonly awaited?: string | undefined };

/**
 * Returns the index of the chart in focus, whose symbol is the address's. Without a choice it is the
 * first with this symbol.
 */
export function focusedIndex(
  cells: readonly ChartCell[],
  focus: ChartFocus | undefined,
  symbol: string,
): number {
  const found = focus?.index ?? cells.findIndex((cell) => cell.symbol === symbol);
  return Math.min(Math.max(found, 0), cells.length - 1);
}
