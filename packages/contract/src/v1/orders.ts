// Orders of the public API. A market order opens a position at once; an entry order (limit or stop)
// waits for its trigger price. Two entry orders can form an OCO pair, in which the fill of one
// cancels the other.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { ENTRY_ORDER_KINDS, ORDER_EXPIRIES, ORDER_OUTCOMES } from '@halyard/core/order';
import { accountParams } from './accounts.ts';
import {
  about,
  ClientId,
  component,
  InstrumentSymbol,
  Money,
  OpaqueId,
  Page,
  pageQuery,
  Price,
  SentMoney,
  SentPrice,
  SentTime,
  Time,
} from './atoms.ts';
import { defineOperation } from './operation.ts';
import { Position } from './trading.ts';

const LEVERAGE_MAX = 999;

const SentLevel = z.optional(z.nullable(SentPrice));

const Side = z.enum(DIRECTIONS).check(about('`buy` gains when the price rises.', 'buy'));

const OpeningRequest = {
  client_order_id: ClientId.check(
    about(
      'Repeating a request with the same id and content returns its first result; with other content it is rejected with `duplicate-id`.',
      'grid-2026-01-15-0042',
    ),
  ),
  symbol: InstrumentSymbol,
  side: Side,
  margin: SentMoney,
  leverage: z
    .int()
    .check(
      z.minimum(1),
      z.maximum(LEVERAGE_MAX),
      about('One of the `leverages` of the instrument.', 2),
    ),
  stop_loss: SentLevel.check(about('A price; null or absent for none.', '39000.00')),
  take_profit: SentLevel.check(about('A price; null or absent for none.', '42000.00')),
  trailing_stop_distance: SentLevel.check(
    about(
      "The position's trailing stop follows the best price at this distance, at least the instrument's minimum; on an entry order not together with a stop loss.",
      null,
      '500.00',
    ),
  ),
};

export const MarketOrderRequest = z
  .strictObject({
    type: z.literal('market'),
    ...OpeningRequest,
    requested_price: SentPrice.check(
      about(
        'The ask (buy) or bid (sell) that you last saw. The order is rejected with `price-moved` if the market is too far beyond it.',
        '40010.25',
      ),
    ),
  })
  .check(component('MarketOrderRequest', 'Opens a position at the current price.'));

const TimeInForce = z
  .enum(ORDER_EXPIRIES)
  .check(
    about(
      '`gtc`: until cancelled, at most 90 days. `gtd`: until `expires_at`. `day`: until the end of the trading day.',
      'gtc',
    ),
  );
const SentExpiry = z
  .optional(z.nullable(SentTime))
  .check(about('The time of the expiry; only with `gtd`.', null, '2026-01-16T16:00:00Z'));
const SentDistance = SentLevel.check(
  about('A distance from the fill price, instead of the price.', null, '500.00'),
);

export const EntryOrderRequest = z
  .strictObject({
    type: z
      .enum(ENTRY_ORDER_KINDS)
      .check(
        about(
          '`limit` waits for a better price than the current one, `stop` for a worse one.',
          'limit',
        ),
      ),
    ...OpeningRequest,
    price: SentPrice.check(about('The trigger price.', '39500.00')),
    stop_loss_distance: SentDistance,
    take_profit_distance: SentDistance,
    time_in_force: TimeInForce,
    expires_at: SentExpiry,
    oco_order_id: z
      .optional(z.nullable(OpaqueId))
      .check(about('A pending order that forms an OCO pair with this one.', null, '4712')),
  })
  .check(
    component('EntryOrderRequest', 'Opens a position once the price reaches a trigger price.'),
  );

export const OrderRequest = z
  .discriminatedUnion('type', [MarketOrderRequest, EntryOrderRequest])
  .check(component('OrderRequest', 'A market order or an entry order.'));

export const MarketOrder = z
  .object({
    client_order_id: ClientId,
    type: z.literal('market'),
    status: z.literal('filled'),
    position: Position,
  })
  .check(component('MarketOrder', 'A market order and the position that it opened.'));

export const ORDER_STATUSES = ['pending', ...ORDER_OUTCOMES] as const;

export const EntryOrder = z
  .object({
    id: OpaqueId,
    type: z.enum(ENTRY_ORDER_KINDS).check(about('The kind of entry order.', 'limit')),
    status: z
      .enum(ORDER_STATUSES)
      .check(about('`pending` until it is filled, cancelled or rejected, or expires.', 'pending')),
    symbol: InstrumentSymbol,
    side: Side,
    margin: Money.check(about('The margin of the position that the order opens.', '250.00')),
    leverage: z.int().check(about('The notional is margin × leverage.', 2)),
    price: Price.check(about('The trigger price.', '39500.00')),
    stop_loss: z.nullable(Price).check(about('Null for none.', '39000.00')),
    stop_loss_distance: z.nullable(Price).check(about('The distance from the fill price.', null)),
    take_profit: z.nullable(Price).check(about('Null for none.', '42000.00')),
    take_profit_distance: z.nullable(Price).check(about('The distance from the fill price.', null)),
    trailing_stop_distance: z
      .nullable(Price)
      .check(about("The distance of the position's trailing stop; null for none.", null)),
    time_in_force: TimeInForce,
    expires_at: Time.check(about('When the order expires.', '2026-04-15T09:30:00.000Z')),
    oco_order_id: z.nullable(OpaqueId).check(about('The other order of the OCO pair.', null)),
    placed_at: Time,
    ended_at: z.nullable(Time).check(about('Null while the order is pending.', null)),
    reason: z
      .nullable(z.string())
      .check(
        about(
          'Of a cancelled or rejected order: `customer`, `broker`, `oco` or the code of the rejection.',
          null,
        ),
      ),
    position_id: z.nullable(OpaqueId).check(about('The position that the fill opened.', null)),
  })
  .check(component('EntryOrder', 'A limit or stop order that opens a position.'));
export type EntryOrder = z.infer<typeof EntryOrder>;

export const Order = z
  .discriminatedUnion('type', [MarketOrder, EntryOrder])
  .check(component('Order', 'A market order with its position, or an entry order.'));
export type Order = z.infer<typeof Order>;

/** The error codes that any opening can return. */
const OPENING_CODES = [
  'not-found',
  'duplicate-id',
  'price-unavailable',
  'no-access',
  'not-verified',
  'close-only',
  'leverage-invalid',
  'amount-too-small',
  'amount-too-large',
  'stop-invalid',
  'target-invalid',
  'trail-invalid',
  'trail-unavailable',
  'loss-limit',
  'time-out',
  'self-excluded',
  'appropriateness-required',
] as const;
const ENTRY_CODES = ['order-price-invalid', 'order-expiry-invalid'] as const;

export const createOrder = defineOperation({
  id: 'createOrder',
  tag: 'trading',
  method: 'POST',
  path: '/accounts/{account_id}/orders',
  summary: 'Create an order',
  description:
    'A market order opens a position, an entry order waits for its trigger price. After a timeout or 503 the outcome is unknown: repeat the request with the same `client_order_id`.',
  scope: 'trade',
  params: z.strictObject(accountParams),
  body: OrderRequest,
  status: 201,
  reply: Order,
  codes: [
    ...OPENING_CODES,
    'price-moved',
    'open-losses',
    'too-many-positions',
    'maintenance',
    ...ENTRY_CODES,
    'too-many-orders',
  ],
});

export const listOrders = defineOperation({
  id: 'listOrders',
  tag: 'trading',
  method: 'GET',
  path: '/accounts/{account_id}/orders',
  summary: 'List entry orders',
  description: 'Returns entry orders, newest first: the pending ones, or those that have ended.',
  scope: 'read',
  params: z.strictObject(accountParams),
  query: z.strictObject({
    ...pageQuery,
    status: z
      .optional(z.enum(['pending', 'ended']))
      .check(about('Which orders to list; `pending` if absent.', 'pending')),
  }),
  status: 200,
  reply: Page('EntryOrderPage', EntryOrder),
  codes: ['not-found'],
});

const orderParams = z.strictObject({
  ...accountParams,
  order_id: OpaqueId.check(about('The id of the entry order.', '4711')),
});

export const getOrder = defineOperation({
  id: 'getOrder',
  tag: 'trading',
  method: 'GET',
  path: '/accounts/{account_id}/orders/{order_id}',
  summary: 'Get an entry order',
  description: 'Returns an entry order, pending or ended.',
  scope: 'read',
  params: orderParams,
  status: 200,
  reply: EntryOrder,
  codes: ['not-found'],
});

export const OrderChanges = z
  .strictObject({
    margin: z.optional(SentMoney),
    price: z.optional(SentPrice).check(about('The trigger price.', '39500.00')),
    stop_loss: SentLevel.check(about('Null removes it.', '39000.00')),
    stop_loss_distance: SentDistance,
    take_profit: SentLevel.check(about('Null removes it.', '42000.00')),
    take_profit_distance: SentDistance,
    trailing_stop_distance: SentLevel.check(about('Null removes it.', null, '500.00')),
    time_in_force: z.optional(TimeInForce),
    expires_at: SentExpiry,
  })
  .check(
    component(
      'OrderChanges',
      'A field that is left out stays as it is. A stop loss, its distance and the trailing stop replace each other, as do a take profit and its distance.',
    ),
  );

export const updateOrder = defineOperation({
  id: 'updateOrder',
  tag: 'trading',
  method: 'PATCH',
  path: '/accounts/{account_id}/orders/{order_id}',
  summary: 'Change an entry order',
  description: 'Changes a pending entry order. Repeating the request is safe.',
  scope: 'trade',
  params: orderParams,
  body: OrderChanges,
  status: 200,
  reply: EntryOrder,
  codes: [...OPENING_CODES, ...ENTRY_CODES],
});

export const cancelOrder = defineOperation({
  id: 'cancelOrder',
  tag: 'trading',
  method: 'DELETE',
  path: '/accounts/{account_id}/orders/{order_id}',
  summary: 'Cancel an entry order',
  description:
    'Cancels a pending entry order and returns it. Repeating the request returns the cancelled order again. One that has ended otherwise is not found: read it to learn how it ended.',
  scope: 'trade',
  params: orderParams,
  status: 200,
  reply: EntryOrder,
  codes: ['not-found'],
});
