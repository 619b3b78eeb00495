// Entry orders: limit and stop orders that open a position when the price reaches their trigger
// price. They are placed, amended and cancelled over the live feed or by the routes here.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { ENTRY_ORDER_KINDS, ORDER_EXPIRIES, ORDER_OUTCOMES } from '@halyard/core/order';
import { defineRoute } from './route.ts';
import { DataUser } from './trading.ts';
import {
  Amount,
  AssetSymbol,
  Id,
  Instant,
  OptionalRate,
  Rate,
  RequestId,
  tokenField,
} from './wire.ts';

export const ORDERS_PAGE_MAX = 200;
const EXPIRY_LENGTH_MAX = 40;

/**
 * `price` is the trigger price; `stop_lost` and `take_profit` are prices, `stop_distance` and
 * `profit_distance` distances from the fill price, at most one of each pair. `oco` is the other order
 * of an OCO pair. `trailing_distance` is that of the position's trailing stop and excludes a stop
 * loss. `reason` of a cancelled or rejected order is `customer`, `broker`, `oco` or the rejection's
 * code. `position` is the position that a filled order opened.
 */
export const Order = z.object({
  id: Id,
  symbol: z.string(),
  symbolName: z.string(),
  kind: z.enum(ENTRY_ORDER_KINDS),
  direction: z.enum(DIRECTIONS),
  amount: z.number(),
  leverage: z.number(),
  price: z.number(),
  stop_lost: z.nullable(z.number()),
  stop_distance: z.nullable(z.number()),
  take_profit: z.nullable(z.number()),
  profit_distance: z.nullable(z.number()),
  trailing_distance: z.nullable(z.number()),
  expiry: z.enum(ORDER_EXPIRIES),
  expires_at: Instant,
  oco: z.nullable(Id),
  placed_at: Instant,
  status: z.enum(['pending', ...ORDER_OUTCOMES]),
  ended_at: z.nullable(Instant),
  reason: z.nullable(z.string()),
  position: z.nullable(Id),
});
export type Order = z.infer<typeof Order>;

/**
 * The groups of the reasons for which the engine ends an order: the code of a rejection, or
 * `broker`.
 */
export type OrderReasonGroup =
  | 'order-broker'
  | 'order-account'
  | 'order-margin'
  | 'order-levels'
  | 'order-leverage'
  | 'order-symbol';

/**
 * The group of a reason. A code that is not listed concerns what the account is permitted to do.
 */
const REASON_GROUPS: Readonly<Record<string, OrderReasonGroup>> = {
  broker: 'order-broker',
  'amount-too-large': 'order-margin',
  'open-losses': 'order-margin',
  'stop-invalid': 'order-levels',
  'target-invalid': 'order-levels',
  'trail-invalid': 'order-levels',
  'trail-unavailable': 'order-levels',
  'leverage-invalid': 'order-leverage',
  'amount-too-small': 'order-leverage',
  'price-unavailable': 'order-symbol',
  'not-listed': 'order-symbol',
  'adjustment-impossible': 'order-symbol',
};

/** Returns the group of a reason; 'order-account' for a code without a group. */
export function orderReasonGroup(reason: string): OrderReasonGroup {
  return REASON_GROUPS[reason] ?? 'order-account';
}

const terms = {
  amount: Amount,
  price: Rate,
  stop_lost: OptionalRate,
  stop_distance: OptionalRate,
  take_profit: OptionalRate,
  profit_distance: OptionalRate,
  /** The trailing distance. In an amendment, absent leaves it unchanged; null or '' removes it. */
  trailing_distance: OptionalRate,
  expiry: z.enum(ORDER_EXPIRIES),
  /** The expiry as ISO 8601; only with the expiry `gtd`. */
  expires_at: z.nullish(z.string().check(z.maxLength(EXPIRY_LENGTH_MAX))),
};
const placing = {
  ...terms,
  kind: z.enum(ENTRY_ORDER_KINDS),
  direction: z.enum(DIRECTIONS),
  symbol: AssetSymbol,
  leverage: z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]),
  oco: z.nullish(Id),
};
const commandFields = { dataUser: DataUser, requestId: z.optional(RequestId) };

export const PlaceOrderMessage = z.strictObject({ ...commandFields, ...placing });
export const AmendOrderMessage = z.strictObject({ ...commandFields, ...terms, id: Id });
export const CancelOrderMessage = z.strictObject({ ...commandFields, id: Id });

const OrderReply = z.object({ order: Order });
export type OrderReply = z.infer<typeof OrderReply>;

const common = { method: 'POST', access: 'customer', rate: 'ordinary' } as const;

export const listOrders = defineRoute({
  ...common,
  path: '/api/accounts/orders',
  summary: 'The pending orders, newest first.',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(Order),
  rejections: [],
});

export const listOrderHistory = defineRoute({
  ...common,
  path: '/api/accounts/orders/history',
  summary:
    'Orders that were filled, cancelled or rejected or have expired, newest first, those before an id.',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(ORDERS_PAGE_MAX))),
  }),
  reply: z.array(Order),
  rejections: [],
});

const OPENING_REJECTIONS = [
  'not-found',
  'duplicate-id',
  'blocked',
  'close-only',
  'time-out',
  'self-excluded',
  'loss-limit',
  'no-access',
  'not-verified',
  'appropriateness-required',
  'price-unavailable',
  'leverage-invalid',
  'amount-too-small',
  'amount-too-large',
  'order-price-invalid',
  'order-expiry-invalid',
  'stop-invalid',
  'target-invalid',
  'trail-invalid',
  'trail-unavailable',
] as const;

export const placeOrder = defineRoute({
  ...common,
  path: '/api/accounts/orders/place',
  summary: 'Places an entry order; with a request id a repeated call places it once.',
  body: z.strictObject({ ...tokenField, requestId: z.optional(RequestId), ...placing }),
  reply: OrderReply,
  rejections: [...OPENING_REJECTIONS, 'too-many-orders'],
});

export const amendOrder = defineRoute({
  ...common,
  path: '/api/accounts/orders/amend',
  summary: 'Changes amount, trigger price, levels and expiry of a pending order.',
  body: z.strictObject({ ...tokenField, requestId: z.optional(RequestId), ...terms, id: Id }),
  reply: OrderReply,
  rejections: OPENING_REJECTIONS,
});

export const cancelOrder = defineRoute({
  ...common,
  path: '/api/accounts/orders/cancel',
  summary: 'Cancels a pending order.',
  body: z.strictObject({ ...tokenField, requestId: z.optional(RequestId), id: Id }),
  reply: OrderReply,
  rejections: ['not-found', 'duplicate-id'],
});
