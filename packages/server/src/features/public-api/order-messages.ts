// Converts entry orders of the API to the messages of the use cases.
import type { PlaceOrderMessage } from '@halyard/contract/orders';
import type { OrderChanges as AmendedTerms } from '#features/trading/trading.ts';
import type { EntryOrderRequest, OrderChanges } from '@halyard/contract/v1/orders';
import type * as z from 'zod/mini';
import { readId } from './read-id.ts';

/** The API's names of fields, by the names in the messages. */
export const ORDER_FIELDS = {
  amount: 'margin',
  stop_lost: 'stop_loss',
  stop_distance: 'stop_loss_distance',
  profit_distance: 'take_profit_distance',
  trailing_distance: 'trailing_stop_distance',
  expiry: 'time_in_force',
  oco: 'oco_order_id',
};

/** Converts a new order; undefined when the other order of its pair can't exist. */
export function toPlacement(
  body: z.infer<typeof EntryOrderRequest>,
): z.infer<typeof PlaceOrderMessage> | undefined {
  const { oco_order_id: other = null } = body;
  const oco = other === null ? null : readId(other);
  if (oco === undefined) return undefined;
  return {
    kind: body.type,
    symbol: body.symbol,
    direction: body.side,
    amount: body.margin,
    leverage: body.leverage,
    price: body.price,
    stop_lost: body.stop_loss,
    stop_distance: body.stop_loss_distance,
    take_profit: body.take_profit,
    profit_distance: body.take_profit_distance,
    trailing_distance: body.trailing_stop_distance,
    expiry: body.time_in_force,
    expires_at: body.expires_at,
    oco,
  };
}

type Changes = z.infer<typeof OrderChanges>;

/**
 * Converts an amendment. The engine keeps terms that the client does not send. Exceptions: sending
 * one of stop loss, stop distance and trailing stop removes the other two, and sending one of take
 * profit and its distance removes the other.
 */
export function toChanges(changes: Changes & { readonly id: number }): AmendedTerms {
  const { id, margin: amount, price, time_in_force: expiry, expires_at } = changes;
  const { stop_loss: stop, stop_loss_distance: distance, trailing_stop_distance: trail } = changes;
  const { take_profit: target, take_profit_distance: targetDistance } = changes;
  return {
    id,
    amount,
    price,
    stop_lost: replace(stop, [distance, trail]),
    stop_distance: replace(distance, [stop, trail]),
    trailing_distance: replace(trail, [stop, distance]),
    take_profit: replace(target, [targetDistance]),
    profit_distance: replace(targetDistance, [target]),
    expiry,
    expires_at,
  };
}

type Sent = string | null | undefined;

/**
 * Returns the new value of a field: the one that the client sent; null (removed) if it sent one of
 * the field's alternatives `instead`; otherwise undefined (unchanged).
 */
function replace(sent: Sent, instead: readonly Sent[]): Sent {
  if (sent !== undefined) return sent;
  return instead.some((value) => typeof value === 'string') ? null : undefined;
}
