import {
  closingPrice,
  points,
  PRICE_POINTS_MAX,
  toRate,
  type Direction,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import { refusalOf } from './decision.ts';
import type { Refusal } from './refusal.ts';

export type Levels = {
  readonly direction: Direction;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  /** The stop is new or moved, and the house guarantees its price. */
  readonly isGuaranteed?: boolean;
};

const MILLE = 1000;
/**
 * A guaranteed stop on the price itself would be filled there by the next tick that falls, however
 * far, and cost nothing if none does: moved after each rise it would take every gain and no loss.
 */
export const GUARANTEED_DISTANCE_PER_MILLE = 1;

/**
 * Why a stop or target can't stand at this quote: it may not lie on the wrong side of the price
 * that the position closes at, and lying on it is valid, but for a guaranteed stop, which keeps
 * 0.1 % from it. What is no price at all stands nowhere.
 */
export function findLevelRefusal(
  levels: Levels,
  quote: Quote,
  decimals: number,
): Refusal | undefined {
  const { direction, stopPoints, targetPoints } = levels;
  const price = closingPrice(direction, quote);
  const limit = toRate(price, decimals);
  const isBuy = direction === 'buy';
  const nearest = levels.isGuaranteed === true ? guaranteedLimit(isBuy, price) : price;
  if (stopPoints !== null && !isBetween(stopPoints, isBuy ? [1, nearest] : [nearest, MAX])) {
    const side = isBuy ? 'higher' : 'lower';
    return refusalOf('stop-invalid', { side, limit: toRate(nearest, decimals) });
  }
  if (targetPoints !== null && !isBetween(targetPoints, isBuy ? [price, MAX] : [1, price])) {
    return refusalOf('target-invalid', { side: isBuy ? 'lower' : 'higher', limit });
  }
  return undefined;
}

/** Rounded away from the price. */
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
