import {
  closingPrice,
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
};

/**
 * Why a stop or target can't stand at this quote: it may not lie on the wrong side of the price
 * that the position closes at, and lying on it is valid. What is no price at all stands nowhere.
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
  if (stopPoints !== null && !isBetween(stopPoints, isBuy ? [1, price] : [price, MAX])) {
    return refusalOf('stop-invalid', { side: isBuy ? 'higher' : 'lower', limit });
  }
  if (targetPoints !== null && !isBetween(targetPoints, isBuy ? [price, MAX] : [1, price])) {
    return refusalOf('target-invalid', { side: isBuy ? 'lower' : 'higher', limit });
  }
  return undefined;
}

const MAX = PRICE_POINTS_MAX;

function isBetween(level: number, [least, most]: readonly [number, number]): boolean {
  return Number.isSafeInteger(level) && level >= least && level <= most;
}
