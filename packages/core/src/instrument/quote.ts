import { assert } from '#assertion/assertion.ts';
import { SLIPPAGE_TOLERANCE_BPS, type Category } from './category.ts';
import { PRICE_POINTS_MAX, points, type Points } from './points.ts';

export const DIRECTIONS = ['buy', 'sell'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * Customers buy at `askPoints` (ask) and sell at `bidPoints` (bid); the quote is never crossed.
 */
export type Quote = {
  readonly symbol: string;
  readonly bidPoints: Points;
  readonly askPoints: Points;
  /** Increases with each accepted tick of the symbol. */
  readonly sequence: number;
  readonly source: string;
  readonly sourceAtMs: number;
  readonly receivedAtMs: number;
};

// The mark-up as exact fractions: +0.025 % is × 4001 / 4000, −0.025 % is × 3999 / 4000.
const MARK_UP_DENOMINATOR = 4000;

/**
 * Returns the order price in points: ask + 0.025 % for a buy, bid − 0.025 % for a sell, rounded
 * half away from zero.
 */
export function orderPrice(direction: Direction, quote: Quote): Points {
  const numerator =
    direction === 'buy'
      ? quote.askPoints * (MARK_UP_DENOMINATOR + 1)
      : quote.bidPoints * (MARK_UP_DENOMINATOR - 1);
  const rest = numerator % MARK_UP_DENOMINATOR;
  const whole = (numerator - rest) / MARK_UP_DENOMINATOR;
  return points(rest * 2 >= MARK_UP_DENOMINATOR ? whole + 1 : whole);
}

/**
 * Returns the ask (for a buy) or bid (for a sell) above which the order price is certainly higher,
 * and the one below which it is certainly lower, than `price`. They are a few points apart, because
 * order prices are rounded.
 */
export function quotePricesAround(
  direction: Direction,
  price: number,
): { readonly above: number; readonly below: number } {
  const markedUp = MARK_UP_DENOMINATOR + (direction === 'buy' ? 1 : -1);
  // Rounding moves an order price by at most half a point; the other half exceeds the error of the
  // floating-point division.
  return {
    above: ((price + 1) * MARK_UP_DENOMINATOR) / markedUp,
    below: ((price - 1) * MARK_UP_DENOMINATOR) / markedUp,
  };
}

/**
 * Returns the price in points at which a position of this direction is valued and closed; closing
 * has no mark-up.
 */
export function closingPrice(direction: Direction, quote: Quote): Points {
  return direction === 'buy' ? quote.bidPoints : quote.askPoints;
}

/** Returns whether a fill is worse than the requested price by more than its tolerance. */
export function isBeyondTolerance(fill: {
  readonly category: Category;
  readonly direction: Direction;
  readonly requestedPoints: Points;
  readonly fillPoints: Points;
}): boolean {
  const { category, direction, requestedPoints, fillPoints } = fill;
  const worseBy = direction === 'buy' ? fillPoints - requestedPoints : requestedPoints - fillPoints;
  return worseBy * 10_000 > requestedPoints * SLIPPAGE_TOLERANCE_BPS[category];
}

/** Asserts that a feed's quote is valid: a price on both sides, within the limit, not crossed. */
export function assertQuote(quote: Quote): void {
  const { bidPoints, askPoints, sequence } = quote;
  assert(Number.isSafeInteger(bidPoints) && bidPoints > 0, 'a sell price is above zero');
  assert(Number.isSafeInteger(askPoints) && askPoints >= bidPoints, 'a quote is not crossed');
  assert(askPoints <= PRICE_POINTS_MAX, 'a price is within the limit');
  assert(Number.isSafeInteger(sequence), 'a quote is numbered');
}
