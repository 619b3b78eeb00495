// A trailing stop: a stop loss at a fixed distance from the best price since it was set. It moves with
// each better price and never back.
import {
  closingPrice,
  points,
  PRICE_POINTS_MAX,
  splitPoints,
  type Direction,
  type Points,
  type Quote,
  type SplitRatio,
} from '#instrument/instrument.ts';

export type Trail = {
  readonly distance: Points;
  /**
   * The best closing price since the trailing stop was set; for a stored open position, the price
   * at which it was set.
   */
  readonly bestPoints: Points;
  /** The sequence number of the quote with the best price. */
  readonly bestSequence: number;
};

const MILLE = 1000;
/**
 * The minimum distance in thousandths of the price. A closer stop would close at the next quote
 * that merely moves.
 */
const TRAIL_DISTANCE_PER_MILLE = 1;

/** Returns a trailing stop that begins at the closing price of a quote. */
export function startTrail(direction: Direction, distance: Points, quote: Quote): Trail {
  return {
    distance,
    bestPoints: closingPrice(direction, quote),
    bestSequence: quote.sequence,
  };
}

/**
 * Returns the price at which a trailing stop closes the position. Returns zero, which no quote
 * reaches, where the level would be negative.
 */
export function trailingStop(direction: Direction, { distance, bestPoints }: Trail): Points {
  return points(direction === 'buy' ? Math.max(0, bestPoints - distance) : bestPoints + distance);
}

/**
 * Returns the smallest and largest distance in points that a trailing stop may have at a closing
 * price: 0.1 % of the price, rounded up, and the largest one that leaves the stop a valid price.
 */
export function trailDistanceBounds(
  direction: Direction,
  price: Points,
): { readonly minimum: Points; readonly maximum: Points } {
  const room = direction === 'buy' ? price - 1 : Math.min(price - 1, PRICE_POINTS_MAX - price);
  const minimum = Math.ceil((price * TRAIL_DISTANCE_PER_MILLE) / MILLE);
  return { minimum: points(minimum), maximum: points(Math.max(0, room)) };
}

/**
 * Returns the fixed or the trailing stop, whichever the price reaches first; null without either.
 */
export function nearestStop({
  direction,
  stopPoints,
  trail,
}: {
  readonly direction: Direction;
  readonly stopPoints: Points | null;
  readonly trail?: Trail;
}): Points | null {
  if (trail === undefined) return stopPoints;
  const trailing = trailingStop(direction, trail);
  if (stopPoints === null) return trailing;
  const isFixed = direction === 'buy' ? stopPoints >= trailing : stopPoints <= trailing;
  return isFixed ? stopPoints : trailing;
}

/**
 * Returns a trailing stop after a split of its symbol that resulted in `quote`. The best price is
 * rounded away from the market and the distance up, so that rounding never moves the stop closer to
 * the price.
 */
export function splitTrail(
  direction: Direction,
  { distance, bestPoints }: Trail,
  { ratio, sequence }: { readonly ratio: SplitRatio; readonly sequence: number },
): Trail {
  return {
    distance: splitPoints(distance, ratio, 'up'),
    bestPoints: splitPoints(bestPoints, ratio, direction === 'buy' ? 'down' : 'up'),
    bestSequence: sequence,
  };
}

/** Returns the position with this trailing stop, or without one if `trail` is undefined. */
export function withTrail<P extends { readonly trail?: Trail }>(
  position: P,
  trail: Trail | undefined,
): P | Omit<P, 'trail'> {
  if (trail !== undefined) return { ...position, trail };
  const { trail: _removed, ...rest } = position;
  return rest;
}
