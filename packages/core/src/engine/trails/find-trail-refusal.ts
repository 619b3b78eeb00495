import { toRate, type Direction, type Points } from '#instrument/instrument.ts';
import { trailDistanceBounds } from '#position/position.ts';
import { refusalOf } from '../decision.ts';
import type { Refusal } from '../refusal.ts';

/**
 * Returns why a trailing stop of this distance can't begin at a closing price; undefined if it can.
 * Rejects with trail-unavailable if the stop is guaranteed, because the broker would bear its
 * price, and with trail-invalid outside its bounds.
 */
export function findTrailRefusal(
  wanted: {
    readonly direction: Direction;
    readonly distance: Points | null | undefined;
    readonly price: Points;
    readonly isProtected: boolean;
  },
  decimals: number,
): Refusal | undefined {
  const { direction, distance, price, isProtected } = wanted;
  if (distance === null || distance === undefined) return undefined;
  if (isProtected) return refusalOf('trail-unavailable');
  const { minimum, maximum } = trailDistanceBounds(direction, price);
  const isWithin = Number.isSafeInteger(distance) && distance >= minimum && distance <= maximum;
  if (isWithin) return undefined;
  const bounds = { minimum: toRate(minimum, decimals), maximum: toRate(maximum, decimals) };
  return refusalOf('trail-invalid', bounds);
}
