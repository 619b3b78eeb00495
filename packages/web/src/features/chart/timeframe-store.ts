import { TIMEFRAMES, type Timeframe } from '@halyard/contract/market';
import { browserStore } from '#data/storage/text-store.ts';

const KEY = 'halyard:timeframe';
const TIMEFRAME_AT_FIRST: Timeframe = '15m';

/** The time frame that was last chosen in this browser. */
export function readTimeframe(): Timeframe {
  const stored = browserStore.read(KEY);
  return TIMEFRAMES.find((timeframe) => timeframe === stored) ?? TIMEFRAME_AT_FIRST;
}

export function storeTimeframe(timeframe: Timeframe): void {
  browserStore.write(KEY, timeframe);
}
