// Candles of the bid: the first, highest, lowest and last bid quoted in [startMs, startMs +
// timeframe). A period without quotes has no candle.
import { CANDLES_MAX, TIMEFRAMES } from '@halyard/contract/market';
import type { Timeframe } from '@halyard/contract/market';
import type { Points } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '@halyard/core/time';

export { CANDLES_MAX, TIMEFRAMES };
export type { Timeframe };

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

// The first Monday of the epoch, 1970-01-05: weeks start on Mondays, everything else at 00:00 UTC.
const FIRST_MONDAY_MS = 4 * DAY_MS;

export type Candle = {
  readonly startMs: number;
  readonly openPoints: Points;
  readonly highPoints: Points;
  readonly lowPoints: Points;
  readonly closePoints: Points;
  /** The number of ticks, or the volume that a file states; for display only. */
  readonly volume: number;
};

/** The last price of an hour. */
export type HourClose = Pick<Candle, 'startMs' | 'closePoints'>;

export type CandleRequest = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Inclusive: the first candle contains this instant. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** The newest this many; at most CANDLES_MAX. */
  readonly limit: number;
};

/**
 * Returns the start of the candle of `timeframe` that contains `atMs` (UTC; weeks start on Monday).
 */
export function candleStartMs(timeframe: Timeframe, atMs: number): number {
  const lengthMs = TIMEFRAME_MS[timeframe];
  const originMs = timeframe === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((atMs - originMs) / lengthMs) * lengthMs + originMs;
}

/** Aggregates ascending candles into those of a coarser `timeframe`; ascending, gaps stay. */
export function aggregateCandles(candles: Iterable<Candle>, timeframe: Timeframe): Candle[] {
  const result: Candle[] = [];
  let running: Candle | undefined;
  for (const candle of candles) {
    const startMs = candleStartMs(timeframe, candle.startMs);
    if (running !== undefined && running.startMs === startMs) {
      running = mergeCandles(running, candle);
      continue;
    }
    if (running !== undefined) result.push(running);
    running = { ...candle, startMs };
  }
  if (running !== undefined) result.push(running);
  return result;
}

function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    startMs: earlier.startMs,
    openPoints: earlier.openPoints,
    highPoints: later.highPoints > earlier.highPoints ? later.highPoints : earlier.highPoints,
    lowPoints: later.lowPoints < earlier.lowPoints ? later.lowPoints : earlier.lowPoints,
    closePoints: later.closePoints,
    volume: earlier.volume + later.volume,
  };
}
