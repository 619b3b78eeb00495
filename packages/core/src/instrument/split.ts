// A split: `oldUnits` units become `newUnits`, and the price becomes price × old ÷ new.
import { assert } from '#assertion/assertion.ts';
import { PRICE_POINTS_MAX, points, type Points } from './points.ts';
import type { Quote } from './quote.ts';

export type SplitRatio = { readonly newUnits: number; readonly oldUnits: number };
type Rounding = 'nearest' | 'down' | 'up';

export const SPLIT_UNITS_MAX = 1_000;
/** The source of a quote that a split derived from the previous one. */
export const SPLIT_SOURCE = 'split';
/**
 * The smallest price after a split, in points. Below it, one point would be more than 1 % of the
 * price.
 */
const QUOTE_POINTS_MIN = 100;

/** Returns whether a ratio is valid: whole units, and different numbers of old and new units. */
export function isSplitRatio({ newUnits, oldUnits }: SplitRatio): boolean {
  const areUnits = [newUnits, oldUnits].every(
    (units) => Number.isSafeInteger(units) && units >= 1 && units <= SPLIT_UNITS_MAX,
  );
  return areUnits && newUnits !== oldUnits;
}

/**
 * Returns a price in points after the split, at least one point; 'nearest' rounds half up. Exact,
 * because a price up to PRICE_POINTS_MAX times SPLIT_UNITS_MAX is a safe integer.
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

/** Rounds the bid down and the ask up, as a widened spread does. */
export function splitQuote(quote: Quote, ratio: SplitRatio): Quote {
  return {
    ...quote,
    bidPoints: splitPoints(quote.bidPoints, ratio, 'down'),
    askPoints: splitPoints(quote.askPoints, ratio, 'up'),
    sequence: quote.sequence + 1,
    source: SPLIT_SOURCE,
  };
}

/** Returns whether the prices after a split are neither too coarse nor too large. */
export function isSplitQuoteFit({ bidPoints, askPoints }: Quote): boolean {
  return bidPoints >= QUOTE_POINTS_MIN && askPoints <= PRICE_POINTS_MAX;
}
