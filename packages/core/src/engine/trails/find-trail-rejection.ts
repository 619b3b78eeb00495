import { toRate, type Direction, type Points } from '#instrument/instrument.ts';
import { trailDistanceBounds } from '#position/position.ts';
import { rejectionOf } from '../decision.ts';
import type { Rejection } from '../rejection.ts';

/**
 * Returns why a trailing stop of this distance can't begin at a closing price; undefined if it can.
 * Rejects with trail-unavailable if the stop is guaranteed, because the broker would bear its
 * price, and with trail-invalid outside its bounds.
 */
export function findTrailRejection(
  wanted: {
    readonly direction: Direction;
    readonly distance: Points | null | undefined;
    readonly price: Points;
    readonly hasGuaranteedStop: boolean;
  },
  decimals: number,
): Rejection | undefined {
  const { direction, distance, price, hasGuaranteedStop } = wanted;
  if (distance === null || distance === undefined) return undefined;
  if (hasGuaranteedStop) return rejectionOf('trail-unavailable');
  const { minimum, maximum } = trailDistanceBounds(direction, price);
  const isWithin = Number.isSafeInteger(distance) && distance >= minimum && distance <= maximum;
  if (isWithin) return undefined;
  const bounds = { minimum: toRate(minimum, decimals), maximum: toRate(maximum, decimals) };
  return rejectionOf('trail-invalid', bounds);
}
