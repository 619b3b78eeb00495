// A typed trailing distance: its errors, by the engine's own bounds.
import type { Direction, Points } from '@halyard/core/instrument';
import { toRate } from '@halyard/core/instrument';
import { trailDistanceBounds } from '@halyard/core/position';
import { readRate } from '#i18n/figure-text.ts';

export type TrailProblem =
  | { readonly code: 'level-unreadable' }
  | { readonly code: 'trail-unavailable' }
  | { readonly code: 'trail-invalid'; readonly minimum: number; readonly maximum: number };

export type TypedTrail = {
  readonly text: string;
  readonly language: string;
  readonly decimals: number;
  readonly direction: Direction;
  /** The closing price that the trailing stop starts from; undefined while it is unknown. */
  readonly startPoints: Points | undefined;
  /** Whether something excludes it: a guaranteed stop, or in an order a stop loss. */
  readonly isExcluded: boolean;
};

/** Returns why a typed trailing distance can't be sent; an empty one is valid. */
export function trailProblem(typed: TypedTrail): TrailProblem | undefined {
  const { text, language, decimals, direction, startPoints, isExcluded } = typed;
  if (text.trim() === '') return undefined;
  if (isExcluded) return { code: 'trail-unavailable' };
  const distance = readRate(text, language, decimals);
  if (distance === undefined) return { code: 'level-unreadable' };
  if (startPoints === undefined) return undefined;
  const { minimum, maximum } = trailDistanceBounds(direction, startPoints);
  if (distance >= minimum && distance <= maximum) return undefined;
  const [least, most] = [toRate(minimum, decimals), toRate(maximum, decimals)];
  return { code: 'trail-invalid', minimum: least, maximum: most };
}
