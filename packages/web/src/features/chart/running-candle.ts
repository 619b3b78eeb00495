// The running candle: the newest one, built from live sell quotes between two loads of history.
import type { Candle, Timeframe } from '@halyard/contract/market';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';

export const TIMEFRAME_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const satisfies Record<Timeframe, number>;

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the candle that holds this instant began, in ms. */
export function candleStartMs(timeframe: Timeframe, atMs: number): number {
  const spanMs = TIMEFRAME_MS[timeframe];
  const offsetMs = timeframe === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((atMs - offsetMs) / spanMs) * spanMs + offsetMs;
}

/**
 * The newest candle after one more sell price: the same one extended, or a new one that opens at
 * that price. A price from before the newest candle changes nothing.
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
