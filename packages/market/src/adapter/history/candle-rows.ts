import type { Instrument, Points } from '@halyard/core/instrument';
import { decimalToPoints, parseDecimal } from '#decimal/decimal.ts';
import { candleStartMs } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';

/** A vendor's candle as received: the start in milliseconds, the rest unchanged. */
export type CandleRow = {
  readonly startMs: number | undefined;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  readonly volume: unknown;
};

export type CandleRange = {
  readonly instrument: Instrument;
  readonly timeframe: Timeframe;
  /** Inclusive, the start of a candle. */
  readonly fromMs: number;
  /** The end of the range of candle starts, exclusive. */
  readonly beforeMs: number;
};

/**
 * Converts a vendor's rows to ascending candles. Invalid rows, rows outside the range and
 * duplicates are dropped: a gap is better than a wrong price.
 */
export function toCandles(rows: readonly CandleRow[], range: CandleRange): readonly Candle[] {
  const byStart = new Map<number, Candle>();
  for (const row of rows) {
    const candle = toCandle(row, range);
    if (candle !== undefined && !byStart.has(candle.startMs)) byStart.set(candle.startMs, candle);
  }
  return [...byStart.values()].toSorted((one, other) => one.startMs - other.startMs);
}

function toCandle(row: CandleRow, range: CandleRange): Candle | undefined {
  const { instrument, timeframe, fromMs, beforeMs } = range;
  if (row.startMs === undefined || !Number.isSafeInteger(row.startMs)) return undefined;
  const startMs = candleStartMs(timeframe, row.startMs);
  if (startMs < fromMs || startMs >= beforeMs) return undefined;
  const price = (value: unknown): Points | undefined => {
    const decimal = parseDecimal(value);
    return decimal && decimalToPoints(decimal, instrument.decimals, 'down');
  };
  const [openPoints, highPoints] = [price(row.open), price(row.high)];
  const [lowPoints, closePoints] = [price(row.low), price(row.close)];
  if (openPoints === undefined || highPoints === undefined) return undefined;
  if (lowPoints === undefined || closePoints === undefined) return undefined;
  const isSane =
    lowPoints <= Math.min(openPoints, closePoints) &&
    highPoints >= Math.max(openPoints, closePoints);
  if (!isSane) return undefined;
  return { startMs, openPoints, highPoints, lowPoints, closePoints, volume: toVolume(row.volume) };
}

// Parses a candle's volume, which is only displayed, so a floating-point number is sufficient.
function toVolume(value: unknown): number {
  const volume = typeof value === 'string' && value !== '' ? Number(value) : 0;
  return Number.isFinite(volume) && volume >= 0 ? volume : 0;
}
