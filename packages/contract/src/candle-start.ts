import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '@halyard/core/time';
import type { Timeframe } from './market.ts';

export const TIMEFRAME_MS: Readonly<Record<Timeframe, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
};

// The start of all weekly candles: 1970-01-05, the first Monday of the epoch. All other candles
// start at 00:00 UTC.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * Returns the start of the candle of `timeframe` that contains `atMs` (UTC; weeks start on Monday).
 */
export function candleStartMs(timeframe: Timeframe, atMs: number): number {
  const lengthMs = TIMEFRAME_MS[timeframe];
  const originMs = timeframe === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((atMs - originMs) / lengthMs) * lengthMs + originMs;
}
