import {
  closingPrice,
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
 * that the position closes at, and lying on it is valid.
 */
export function findLevelRefusal(
  levels: Levels,
  quote: Quote,
  decimals: number,
): Refusal | undefined {
  const { direction, stopPoints, targetPoints } = levels;
  const price = closingPrice(direction, quote);
  const limit = toRate(price, decimals);
  if (direction === 'buy') {
    if (stopPoints !== null && stopPoints > price) {
      return refusalOf('stop-invalid', { side: 'higher', limit });
    }
    if (targetPoints !== null && targetPoints < price) {
      return refusalOf('target-invalid', { side: 'lower', limit });
    }
    return undefined;
  }
  if (stopPoints !== null && stopPoints < price) {
    return refusalOf('stop-invalid', { side: 'lower', limit });
  }
  if (targetPoints !== null && targetPoints > price) {
    return refusalOf('target-invalid', { side: 'higher', limit });
  }
  return undefined;
}
