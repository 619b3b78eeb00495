// What the strategy sees in closed candles. It is pure: the same candles give the same readings.
//
//   Long when EMA 20 crosses above EMA 50 at a candle's close, with the close above EMA 200 and
//   RSI 14 from 50 to 70; short mirrored. An average begins with the first close (so EMA 3 of
//   1, 2, 3, 4, 5 is 4.0625); ATR and RSI are smoothed as Wilder did.
import type { Direction } from '@halyard/core/instrument';
import type { Candle, Timeframe } from '@halyard/market';
import { ATR, EMA, RSI } from 'trading-signals';

export const FAST_CANDLES = 20;
export const SLOW_CANDLES = 50;
export const TREND_CANDLES = 200;
export const RANGE_CANDLES = 14;
/** The timeframe of live trading; others are for back-tests. */
export const LIVE_TIMEFRAME: Timeframe = '15m';
/**
 * The number of candles of a live reading: with so many, the start of an average no longer matters.
 */
export const WINDOW_CANDLES = 1_000;
/** Before this many candles the longest average is undefined. */
export const WARM_UP_CANDLES = 250;
/** The maximum holding time in candles. A position that reached neither level by then is closed. */
export const HELD_CANDLES_MAX = 48;

const RSI_MIDDLE = 50;
const RSI_FAR = 20;
/**
 * The minimum average true range as a multiple of the spread; with less the spread would consume
 * the profit.
 */
export const RANGE_PER_SPREAD_MIN = 2;
/**
 * The tolerance in points within which averages count as equal: those of a constant price differ by
 * the last bit, which is not a cross.
 */
const TOUCH_POINTS = 1e-6;

export type Cross = 'up' | 'down';

export type Reading = {
  readonly startMs: number;
  readonly closePoints: number;
  /** How the fast average crossed the slow one at this candle's close. */
  readonly cross: Cross | undefined;
  readonly trendPoints: number;
  readonly rsi: number;
  /** The average true range, in points. */
  readonly rangePoints: number;
};

export type Strategy = {
  /** Takes closed candles in ascending order; returns undefined while it warms up. */
  add(candle: Candle): Reading | undefined;
};

export function createStrategy(): Strategy {
  const fast = new EMA(FAST_CANDLES);
  const slow = new EMA(SLOW_CANDLES);
  const trend = new EMA(TREND_CANDLES);
  const range = new ATR(RANGE_CANDLES);
  const momentum = new RSI(RANGE_CANDLES);
  let count = 0;
  let side: Cross | undefined;
  return {
    add(candle) {
      const { startMs, closePoints, highPoints: high, lowPoints: low } = candle;
      count += 1;
      const lead = fast.update(closePoints, false) - slow.update(closePoints, false);
      const trendPoints = trend.update(closePoints, false);
      const rsi = momentum.update(closePoints, false);
      const rangePoints = range.update({ high, low, close: closePoints }, false);
      const before = side;
      if (Math.abs(lead) > TOUCH_POINTS) side = lead > 0 ? 'up' : 'down';
      if (count < WARM_UP_CANDLES || rsi === null || rangePoints === null) return undefined;
      const cross = before === undefined || side === before ? undefined : side;
      return { startMs, closePoints, cross, trendPoints, rsi, rangePoints };
    },
  };
}

export const WAIT_CODES = [
  'warming-up',
  'no-candle',
  'not-live',
  'no-cross',
  'against-trend',
  'momentum',
  'spread-too-wide',
] as const;
export type WaitCode = (typeof WAIT_CODES)[number];

export type Judgement =
  | { readonly kind: 'enter'; readonly direction: Direction }
  | { readonly kind: 'wait'; readonly code: WaitCode };

/**
 * Returns whether a reading is a reason to open a position, and if not, why. The spread is in
 * points.
 */
export function judgeEntry(reading: Reading | undefined, spreadPoints: number): Judgement {
  if (reading === undefined) return { kind: 'wait', code: 'warming-up' };
  const { cross, closePoints, trendPoints, rsi, rangePoints } = reading;
  if (cross === undefined) return { kind: 'wait', code: 'no-cross' };
  const sign = cross === 'up' ? 1 : -1;
  if ((closePoints - trendPoints) * sign <= 0) return { kind: 'wait', code: 'against-trend' };
  const lean = (rsi - RSI_MIDDLE) * sign;
  if (lean < 0 || lean > RSI_FAR) return { kind: 'wait', code: 'momentum' };
  if (rangePoints <= RANGE_PER_SPREAD_MIN * spreadPoints) {
    return { kind: 'wait', code: 'spread-too-wide' };
  }
  return { kind: 'enter', direction: cross === 'up' ? 'buy' : 'sell' };
}

export type ExitCode = 'opposite-cross' | 'held-too-long';

/** Returns why an open position of the strategy closes at this reading; undefined to keep it. */
export function judgeExit(
  position: { readonly direction: Direction; readonly openedAtMs: number },
  at: { readonly cross: Cross | undefined; readonly endMs: number; readonly timeframeMs: number },
): ExitCode | undefined {
  const against: Cross = position.direction === 'buy' ? 'down' : 'up';
  if (at.cross === against) return 'opposite-cross';
  const heldMs = at.endMs - position.openedAtMs;
  return heldMs >= HELD_CANDLES_MAX * at.timeframeMs ? 'held-too-long' : undefined;
}
