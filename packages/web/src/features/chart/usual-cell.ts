import { TIMEFRAMES, type Timeframe } from '@halyard/contract/market';
import type { ChartCell } from '@halyard/contract/workspace';
import type { TextStore } from '#data/storage/text-store.ts';
import { readChoices } from './indicator-choice.ts';

const TIMEFRAME_AT_FIRST: Timeframe = '15m';

/**
 * Returns the default chart of a symbol, with the time frame and indicators that an earlier release
 * stored in this browser, if any.
 */
export function usualCell(store: TextStore, symbol: string): ChartCell {
  const stored = store.read('halyard:timeframe');
  return {
    symbol,
    timeframe: TIMEFRAMES.find((timeframe) => timeframe === stored) ?? TIMEFRAME_AT_FIRST,
    indicators: readChoices(store.read('halyard:indicators') ?? ''),
  };
}
