import {
  PRICE_POINTS_MAX,
  splitPoints,
  terminationPrice,
  type SplitRatio,
} from '#instrument/instrument.ts';
import type { Position } from './position.ts';

type Splittable = Pick<
  Position,
  | 'direction'
  | 'leverage'
  | 'isProtected'
  | 'openPoints'
  | 'filledPoints'
  | 'stopPoints'
  | 'targetPoints'
  | 'carry'
>;
type Adjusted = Pick<
  Position,
  'openPoints' | 'filledPoints' | 'stopPoints' | 'targetPoints' | 'terminationPoints'
>;

/**
 * The position after a split of its symbol: amount and leverage stay, the open rate is rounded to
 * the nearest point, the termination follows from it as at an opening, and stop and target are
 * rounded away from the price, so that none is moved nearer to it. Of a protected position the open
 * rate is rounded to the side that makes it worth less, with the quote: what is posted for that can
 * only be a credit, so nothing comes on top of the loss at its termination, which is at most its
 * amount. Undefined when a rate would be beyond the largest.
 */
export function splitPosition<P extends Splittable>(
  position: P,
  ratio: SplitRatio,
): (P & Adjusted) | undefined {
  const { direction, leverage, isProtected, stopPoints, targetPoints, carry } = position;
  const [down, up] = direction === 'buy' ? (['down', 'up'] as const) : (['up', 'down'] as const);
  const openPoints = splitPoints(position.openPoints, ratio, isProtected ? up : 'nearest');
  const split = {
    ...position,
    openPoints,
    filledPoints: position.filledPoints ?? position.openPoints,
    stopPoints: stopPoints === null ? null : splitPoints(stopPoints, ratio, down),
    targetPoints: targetPoints === null ? null : splitPoints(targetPoints, ratio, up),
    terminationPoints: terminationPrice({ direction, openPoints, leverage, isProtected }),
    ...(carry === undefined ? {} : { carry: rescale(carry, position.openPoints, openPoints) }),
  };
  const rates = [split.openPoints, split.stopPoints ?? 0, split.targetPoints ?? 0];
  return Math.max(...rates) > PRICE_POINTS_MAX ? undefined : split;
}

/**
 * The same part of a cent over the new open rate, rounded down, for a split adds nothing; but it stays
 * above minus half a cent, or a profit of whole cents would lose another.
 */
function rescale(carry: number, fromPoints: number, toPoints: number): number {
  const product = BigInt(carry) * BigInt(toPoints);
  const divisor = BigInt(fromPoints);
  const rounded = Number(product / divisor - (product % divisor < 0n ? 1n : 0n));
  return Math.max(rounded, 0 - Math.floor((toPoints - 1) / 2));
}
