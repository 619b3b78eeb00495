// The running candle: the newest one, built from live sell quotes between two loads of history.
import { candleStartMs } from '@halyard/contract/candle-start';
import type { Candle, Timeframe } from '@halyard/contract/market';

/**
 * Returns the newest candle after one more bid: extended, or a new one that opens at that price. An
 * older price changes nothing.
 */
export function extendCandle(
  newest: Candle | undefined,
  timeframe: Timeframe,
  tick: { readonly price: number; readonly atMs: number },
): Candle {
  const { price } = tick;
  const startMs = candleStartMs(timeframe, tick.atMs);
  if (newest === undefined || startMs > newest[0]) return [startMs, price, price, price, price, 0];
  if (startMs < newest[0]) return newest;
  const [, open, high, low, , volume] = newest;
  return [startMs, open, Math.max(high, price), Math.min(low, price), price, volume];
}
