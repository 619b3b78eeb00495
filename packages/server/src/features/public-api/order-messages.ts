// Entry orders of the API as the messages that the use cases take.
import type { AmendOrderMessage, PlaceOrderMessage } from '@halyard/contract/orders';
import type { EntryOrder, EntryOrderRequest, OrderChanges } from '@halyard/contract/v1/orders';
import type * as z from 'zod/mini';
import { readId } from './read-id.ts';

/** By the name of a message's field, the API's. */
export const ORDER_FIELDS = {
  amount: 'margin',
  stop_lost: 'stop_loss',
  stop_distance: 'stop_loss_distance',
  profit_distance: 'take_profit_distance',
  expiry: 'time_in_force',
  oco: 'oco_order_id',
};

/** Returns undefined when the other order of the pair can't exist. */
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
    expiry: body.time_in_force,
    expires_at: body.expires_at,
    oco,
  };
}

type Changes = z.infer<typeof OrderChanges>;

/** What the order becomes: what is not sent stays, and of a level and its distance the sent one counts. */
export function toAmendment(
  order: EntryOrder,
  changes: Changes & { readonly id: number },
): z.infer<typeof AmendOrderMessage> {
  const { id, time_in_force: expiry = order.time_in_force, expires_at: sentExpiry } = changes;
  const keptExpiry = expiry === 'gtd' ? order.expires_at : null;
  return {
    id,
    amount: changes.margin ?? order.margin,
    price: changes.price ?? order.price,
    stop_lost: replace(order.stop_loss, changes.stop_loss, changes.stop_loss_distance),
    stop_distance: replace(order.stop_loss_distance, changes.stop_loss_distance, changes.stop_loss),
    take_profit: replace(order.take_profit, changes.take_profit, changes.take_profit_distance),
    profit_distance: replace(
      order.take_profit_distance,
      changes.take_profit_distance,
      changes.take_profit,
    ),
    expiry,
    expires_at: sentExpiry === undefined ? keptExpiry : sentExpiry,
  };
}

type Sent = string | null | undefined;

/** `instead` is what was sent of the other of the pair, which takes the place of this one. */
function replace(current: string | null, sent: Sent, instead: Sent): string | null {
  if (sent !== undefined) return sent;
  return typeof instead === 'string' ? null : current;
}
