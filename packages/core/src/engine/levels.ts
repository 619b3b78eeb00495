import {
  closingPrice,
  points,
  PRICE_POINTS_MAX,
  toRate,
  type Direction,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import { rejectionOf } from './decision.ts';
import type { Rejection } from './rejection.ts';

export type Levels = {
  readonly direction: Direction;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  /** Whether the requested stop is new or changed and the broker guarantees its price. */
  readonly isGuaranteed?: boolean;
};

const MILLE = 1000;
/**
 * Without a minimum distance, a guaranteed stop moved to the price after each rise would keep every
 * gain, take no loss, and cost nothing.
 */
export const GUARANTEED_DISTANCE_PER_MILLE = 1;

/**
 * Returns why a stop or target is invalid at this quote: it must not lie beyond the price at which
 * the position closes. It may lie on that price, except for a guaranteed stop, which must be 0.1 %
 * away. Values that are not prices are always invalid.
 */
export function findLevelRejection(
  levels: Levels,
  quote: Quote,
  decimals: number,
): Rejection | undefined {
  const { direction, stopPoints, targetPoints } = levels;
  const price = closingPrice(direction, quote);
  const limit = toRate(price, decimals);
  const isBuy = direction === 'buy';
  const nearest = levels.isGuaranteed === true ? guaranteedLimit(isBuy, price) : price;
  if (stopPoints !== null && !isBetween(stopPoints, isBuy ? [1, nearest] : [nearest, MAX])) {
    const side = isBuy ? 'higher' : 'lower';
    return rejectionOf('stop-invalid', { side, limit: toRate(nearest, decimals) });
  }
  if (targetPoints !== null && !isBetween(targetPoints, isBuy ? [price, MAX] : [1, price])) {
    return rejectionOf('target-invalid', { side: isBuy ? 'lower' : 'higher', limit });
  }
  return undefined;
}

/**
 * Returns the nearest price that a guaranteed stop may have, rounded away from the current price.
 */
function guaranteedLimit(isBuy: boolean, price: Points): Points {
  return points(
    isBuy
      ? Math.floor((price * (MILLE - GUARANTEED_DISTANCE_PER_MILLE)) / MILLE)
      : Math.ceil((price * (MILLE + GUARANTEED_DISTANCE_PER_MILLE)) / MILLE),
  );
}

const MAX = PRICE_POINTS_MAX;

function isBetween(level: number, [least, most]: readonly [number, number]): boolean {
  return Number.isSafeInteger(level) && level >= least && level <= most;
}
