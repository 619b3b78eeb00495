// Candles of the bid: the first, highest, lowest and last bid quoted in [startMs, startMs +
// timeframe). A period without quotes has no candle.
import { candleStartMs, TIMEFRAME_MS } from '@halyard/contract/candle-start';
import { CANDLES_MAX, TIMEFRAMES } from '@halyard/contract/market';
import type { Timeframe } from '@halyard/contract/market';
import type { Points } from '@halyard/core/instrument';

export { CANDLES_MAX, candleStartMs, TIMEFRAME_MS, TIMEFRAMES };
export type { Timeframe };

export type Candle = {
  readonly startMs: number;
  readonly openPoints: Points;
  readonly highPoints: Points;
  readonly lowPoints: Points;
  readonly closePoints: Points;
  /** The number of ticks, or the volume that a file states; for display only. */
  readonly volume: number;
};

/** The closing price of an hour, with its start. */
export type HourClose = Pick<Candle, 'startMs' | 'closePoints'>;

export type CandleRequest = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** The start of the range, inclusive: the first candle contains this instant. */
  readonly fromMs: number;
  /** The end of the range, exclusive. */
  readonly toMs: number;
  /** Returns at most this many of the newest candles; no more than CANDLES_MAX. */
  readonly limit: number;
};

/**
 * Aggregates ascending candles into those of a coarser `timeframe`. The result is ascending, and
 * gaps stay gaps.
 */
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
