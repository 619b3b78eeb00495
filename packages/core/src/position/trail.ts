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
  /** The best closing price since it was set; of an open position the one that it was set at. */
  readonly bestPoints: Points;
  /** Of the quote with the best price. */
  readonly bestSequence: number;
};

const MILLE = 1000;
/** A stop nearer than that would close at the next quote that merely moves. */
const TRAIL_DISTANCE_PER_MILLE = 1;

/** A trailing stop that begins at a quote. */
export function startTrail(direction: Direction, distance: Points, quote: Quote): Trail {
  return {
    distance,
    bestPoints: closingPrice(direction, quote),
    bestSequence: quote.sequence,
  };
}

/** The price at which it closes the position; zero, which no quote is, when it would lie lower. */
export function trailingStop(direction: Direction, { distance, bestPoints }: Trail): Points {
  return points(direction === 'buy' ? Math.max(0, bestPoints - distance) : bestPoints + distance);
}

/**
 * What a distance must lie between at a closing price, in points: from 0.1 % of the price, rounded up,
 * to what leaves the stop a price.
 */
export function trailDistanceBounds(
  direction: Direction,
  price: Points,
): { readonly minimum: Points; readonly maximum: Points } {
  const room = direction === 'buy' ? price - 1 : Math.min(price - 1, PRICE_POINTS_MAX - price);
  const minimum = Math.ceil((price * TRAIL_DISTANCE_PER_MILLE) / MILLE);
  return { minimum: points(minimum), maximum: points(Math.max(0, room)) };
}

/** Of a fixed and a trailing stop the one that the price reaches first; null for neither. */
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
 * A trailing stop after a split of its symbol, which the quote is of: the best price is rounded away
 * from the market and the distance up, so that rounding brings the stop no nearer.
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

/** The position with this trailing stop, or without one. */
export function withTrail<P extends { readonly trail?: Trail }>(
  position: P,
  trail: Trail | undefined,
): P | Omit<P, 'trail'> {
  if (trail !== undefined) return { ...position, trail };
  const { trail: _removed, ...rest } = position;
  return rest;
}
