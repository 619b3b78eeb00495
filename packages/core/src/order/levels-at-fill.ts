import { points } from '#instrument/instrument.ts';
import type { Direction, Points } from '#instrument/instrument.ts';
import type { EntryOrder, OrderLevels } from './entry-order.ts';

type Resolved = { readonly stopPoints: Points | null; readonly targetPoints: Points | null };

/** Returns stop loss and take profit of the position that an order opens at `fillPoints`. */
export function levelsAtFill(
  { direction, ...levels }: OrderLevels & { readonly direction: Direction },
  fillPoints: Points,
): Resolved {
  const sign = direction === 'buy' ? 1 : -1;
  const { stopPoints, stopDistance, targetPoints, targetDistance } = levels;
  return {
    stopPoints: stopDistance === null ? stopPoints : at(fillPoints, -sign * stopDistance),
    targetPoints: targetDistance === null ? targetPoints : at(fillPoints, sign * targetDistance),
  };
}

/** Returns the levels as they would be if the order filled at its trigger price. */
export function levelsAtTrigger(
  order: OrderLevels & Pick<EntryOrder, 'direction' | 'points'>,
): Resolved {
  return levelsAtFill(order, order.points);
}

/**
 * Applies a distance to the fill price. A level at or below zero can't be reached, and is rejected
 * like any such price.
 */
function at(fillPoints: Points, distance: number): Points {
  return points(Math.max(0, fillPoints + distance));
}
