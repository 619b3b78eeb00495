// The running candle: the newest one, built from live sell quotes between two loads of history.
import { candleStartMs } from '@halyard/contract/candle-start';
import type { Candle, Timeframe } from '@halyard/contract/market';

export type PriceTick = { readonly price: number; readonly atMs: number };

/**
 * Returns the candles that these bids extend or begin, in order; empty if nothing changes.
 */
export function extendCandles(
  newest: Candle | undefined,
  timeframe: Timeframe,
  ticks: readonly PriceTick[],
): readonly Candle[] {
  const changed: Candle[] = [];
  let last = newest;
  for (const tick of ticks) {
    const next = extendCandle(last, timeframe, tick);
    if (next === last) continue;
    if (changed.at(-1)?.[0] === next[0]) changed.pop();
    changed.push(next);
    last = next;
  }
  return changed;
}

/**
 * Returns the newest candle after one more bid: extended, or a new one that opens at that price. An
 * older price changes nothing.
 */
export function extendCandle(
  newest: Candle | undefined,
  timeframe: Timeframe,
  tick: PriceTick,
): Candle {
  const { price } = tick;
  const startMs = candleStartMs(timeframe, tick.atMs);
  if (newest === undefined || startMs > newest[0]) return [startMs, price, price, price, price, 0];
  if (startMs < newest[0]) return newest;
  const [, open, high, low, , volume] = newest;
  return [startMs, open, Math.max(high, price), Math.min(low, price), price, volume];
}
