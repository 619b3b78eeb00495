import { PRICE_POINTS_MAX, splitPoints } from '#instrument/instrument.ts';
import type { Points, SplitRatio } from '#instrument/instrument.ts';
import type { EntryOrder } from './entry-order.ts';
import { senseOf } from './trigger-price.ts';

/**
 * Returns an order after a split of its symbol. Amount and leverage stay. Trigger price and levels
 * are rounded away from the price, and distances up, so that rounding triggers nothing. Undefined
 * if a price would be too large.
 */
export function splitOrder(order: EntryOrder, ratio: SplitRatio): EntryOrder | undefined {
  const { direction, stopPoints, stopDistance, targetPoints, targetDistance } = order;
  const [down, up] = direction === 'buy' ? (['down', 'up'] as const) : (['up', 'down'] as const);
  const split = (price: Points | null, rounding: 'down' | 'up'): Points | null =>
    price === null ? null : splitPoints(price, ratio, rounding);
  const after = {
    ...order,
    points: splitPoints(order.points, ratio, senseOf(order) === 'rises' ? 'up' : 'down'),
    stopPoints: split(stopPoints, down),
    stopDistance: split(stopDistance, 'up'),
    targetPoints: split(targetPoints, up),
    targetDistance: split(targetDistance, 'up'),
    trailDistance: split(order.trailDistance, 'up'),
  };
  const prices = [after.points, after.stopPoints, after.stopDistance, after.targetPoints];
  const largest = Math.max(
    ...prices.map(Number),
    Number(after.targetDistance),
    Number(after.trailDistance),
  );
  return largest > PRICE_POINTS_MAX ? undefined : after;
}
