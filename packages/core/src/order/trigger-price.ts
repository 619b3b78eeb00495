import { orderPrice, points, PRICE_POINTS_MAX } from '#instrument/instrument.ts';
import type { Direction, Points, Quote } from '#instrument/instrument.ts';
import type { MarkSense } from '#trigger/trigger.ts';
import type { EntryOrder, EntryOrderKind } from './entry-order.ts';

type Waiting = Pick<EntryOrder, 'direction' | 'kind' | 'points'>;

/**
 * Returns whether the price must rise or fall from where it was when the order was placed to reach
 * its trigger price.
 */
export function senseOf({ direction, kind }: Omit<Waiting, 'points'>): MarkSense {
  return (direction === 'buy') === (kind === 'stop') ? 'rises' : 'falls';
}

/**
 * Returns the price that an order of this kind is compared with, in points. A limit order uses the
 * price at which it would fill, so that it never fills worse; a stop order uses the quote without
 * mark-up.
 */
export function comparedPrice(
  { direction, kind }: { readonly direction: Direction; readonly kind: EntryOrderKind },
  quote: Quote,
): Points {
  if (kind === 'limit') return orderPrice(direction, quote);
  return direction === 'buy' ? quote.askPoints : quote.bidPoints;
}

/** Returns whether a quote of the symbol triggers an order. */
export function isReached(order: Waiting, quote: Quote): boolean {
  const price = comparedPrice(order, quote);
  return senseOf(order) === 'rises' ? price >= order.points : price <= order.points;
}

/**
 * Returns on which side of `limit` the trigger price must lie, or undefined if it is valid. An
 * order whose trigger price is already reached must be sent as a market order.
 */
export function findTriggerPriceProblem(
  order: Waiting,
  quote: Quote,
): { readonly side: 'higher' | 'lower'; readonly limit: Points } | undefined {
  const limit = comparedPrice(order, quote);
  const side = senseOf(order) === 'rises' ? 'higher' : 'lower';
  const isPrice =
    Number.isSafeInteger(order.points) && order.points >= 1 && order.points <= PRICE_POINTS_MAX;
  if (isPrice && !isReached(order, quote)) return undefined;
  return { side, limit: points(limit) };
}
