// Adjusts price alerts after a split of their symbol.
import { PRICE_POINTS_MAX, points, type Points, type SplitRatio } from '#instrument/instrument.ts';
import type { PriceMark } from './price-marks.ts';

/**
 * Returns the price of a mark after splits of its symbol. It is rounded once after all of them, so
 * that a split and its inverse leave it unchanged, and away from the side that the price comes
 * from, so that rounding never reaches it; at least one point, at most the largest price.
 */
export function splitMark(
  mark: Pick<PriceMark, 'sense' | 'points'>,
  splits: readonly SplitRatio[],
): Points {
  if (splits.length === 0) return mark.points;
  let numerator = BigInt(mark.points);
  let denominator = 1n;
  for (const { newUnits, oldUnits } of splits) {
    numerator *= BigInt(oldUnits);
    denominator *= BigInt(newUnits);
  }
  const isUp = mark.sense === 'rises' && numerator % denominator > 0n;
  const rounded = numerator / denominator + (isUp ? 1n : 0n);
  if (rounded < 1n) return points(1);
  const largest = BigInt(PRICE_POINTS_MAX);
  return points(Number(rounded < largest ? rounded : largest));
}
