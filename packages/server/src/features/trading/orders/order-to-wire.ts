import type { Order as WireOrder } from '@halyard/contract/orders';
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import type { EntryOrder, OrderEnd } from '@halyard/core/order';

/** The end of an order without its quote, which is not sent. */
export type ShownEnd = Omit<OrderEnd, 'quote'>;

/** Converts an order; `end` is undefined for a pending one. */
export function toWireOrder(order: EntryOrder, instrument: Instrument, end?: ShownEnd): WireOrder {
  const rate = (price: Points | null): number | null =>
    price === null ? null : toRate(price, instrument.decimals);
  return {
    id: order.id,
    symbol: order.symbol,
    symbolName: instrument.name,
    kind: order.kind,
    direction: order.direction,
    amount: toEuros(order.amountCents),
    leverage: order.leverage,
    price: toRate(order.points, instrument.decimals),
    stop_lost: rate(order.stopPoints),
    stop_distance: rate(order.stopDistance),
    take_profit: rate(order.targetPoints),
    profit_distance: rate(order.targetDistance),
    trailing_distance: rate(order.trailDistance),
    expiry: order.expiry,
    expires_at: toInstant(order.expiresAtMs),
    oco: order.ocoId,
    placed_at: toInstant(order.placedAtMs),
    status: end?.outcome ?? 'pending',
    ended_at: end === undefined ? null : toInstant(end.atMs),
    reason: end?.reason ?? null,
    position: end?.positionId ?? null,
  };
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}
