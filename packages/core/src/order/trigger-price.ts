import { orderPrice, points, PRICE_POINTS_MAX } from '#instrument/instrument.ts';
import type { Direction, Points, Quote } from '#instrument/instrument.ts';
import type { MarkSense } from '#trigger/trigger.ts';
import type { EntryOrder, EntryOrderKind } from './entry-order.ts';

type Waiting = Pick<EntryOrder, 'direction' | 'kind' | 'points'>;

/** How the price gets to the trigger price from where it was at the placing. */
export function senseOf({ direction, kind }: Omit<Waiting, 'points'>): MarkSense {
  return (direction === 'buy') === (kind === 'stop') ? 'rises' : 'falls';
}

/**
 * The price that an order of this kind is compared with, in points. A limit order waits for the price
 * that it would fill at, so that it never fills worse; a stop order for the quote without mark-up.
 */
export function comparedPrice(
  { direction, kind }: { readonly direction: Direction; readonly kind: EntryOrderKind },
  quote: Quote,
): Points {
  if (kind === 'limit') return orderPrice(direction, quote);
  return direction === 'buy' ? quote.buyPoints : quote.sellPoints;
}

/** Whether an order triggers at a quote of its symbol. */
export function isReached(order: Waiting, quote: Quote): boolean {
  const price = comparedPrice(order, quote);
  return senseOf(order) === 'rises' ? price >= order.points : price <= order.points;
}

/**
 * On which side of `limit` the trigger price must lie, when it does not: an order whose price is
 * reached already is a market order. Undefined for a price that can stand.
 */
export function findTriggerPriceFault(
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
