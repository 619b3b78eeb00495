// A split: `oldUnits` units become `newUnits`, and the price becomes price × old ÷ new.
import { assert } from '#assertion/assertion.ts';
import { PRICE_POINTS_MAX, points, type Points } from './points.ts';
import type { Quote } from './quote.ts';

export type SplitRatio = { readonly newUnits: number; readonly oldUnits: number };
type Rounding = 'nearest' | 'down' | 'up';

export const SPLIT_UNITS_MAX = 1_000;
/** The source of a quote that a split left of the one before. */
export const SPLIT_SOURCE = 'split';
/** A quote of fewer points is too coarse: one point of it would be more than 1 %. */
const QUOTE_POINTS_MIN = 100;

/** Whether a ratio is one: whole units, and not as many new as old. */
export function isSplitRatio({ newUnits, oldUnits }: SplitRatio): boolean {
  const areUnits = [newUnits, oldUnits].every(
    (units) => Number.isSafeInteger(units) && units >= 1 && units <= SPLIT_UNITS_MAX,
  );
  return areUnits && newUnits !== oldUnits;
}

/**
 * A price in points after the split, at least one point: 'nearest' rounds half up. Exact, for a
 * price within PRICE_POINTS_MAX times SPLIT_UNITS_MAX is a safe integer.
 */
export function splitPoints(price: Points, ratio: SplitRatio, rounding: Rounding): Points {
  const { newUnits, oldUnits } = ratio;
  const numerator = price * oldUnits;
  assert(Number.isSafeInteger(numerator), 'a price that is split is within the limit');
  const rest = numerator % newUnits;
  const whole = (numerator - rest) / newUnits;
  const isUp = rounding === 'up' ? rest > 0 : rounding === 'nearest' && rest * 2 >= newUnits;
  return points(Math.max(1, isUp ? whole + 1 : whole));
}

/** The prices to sell at rounded down and to buy at up, as a widened spread is. */
export function splitQuote(quote: Quote, ratio: SplitRatio): Quote {
  return {
    ...quote,
    sellPoints: splitPoints(quote.sellPoints, ratio, 'down'),
    buyPoints: splitPoints(quote.buyPoints, ratio, 'up'),
    sequence: quote.sequence + 1,
    source: SPLIT_SOURCE,
  };
}

/** Whether the prices after a split are neither too coarse nor beyond the largest. */
export function isSplitQuoteFit({ sellPoints, buyPoints }: Quote): boolean {
  return sellPoints >= QUOTE_POINTS_MIN && buyPoints <= PRICE_POINTS_MAX;
}
