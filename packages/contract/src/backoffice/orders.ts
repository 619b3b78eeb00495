// Entry orders of all customers, pending and ended.
import { DIRECTIONS } from '@halyard/core/instrument';
import { ENTRY_ORDER_KINDS, ORDER_EXPIRIES, ORDER_OUTCOMES } from '@halyard/core/order';
import * as z from 'zod/mini';
import { AssetSymbol, Id, Instant } from '../wire.ts';
import { defineResource, field, PathId } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('support', 'compliance', 'finance', 'dealing');
export const ORDER_STATES = ['pending', ...ORDER_OUTCOMES] as const;

export const orders = defineResource({
  name: 'orders',
  title: 'Orders',
  one: 'Order',
  group: 'dealing',
  heading: ['kind', 'symbol'],
  brief: ['symbol', 'kind', 'state'],
  folded: ['ended_at', 'reason', 'position_id'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    customer_id: field(Id, READ),
    symbol: field(z.string(), READ),
    kind: field(z.enum(ENTRY_ORDER_KINDS), READ),
    direction: field(z.enum(DIRECTIONS), READ),
    amount: field(z.number(), READ),
    leverage: field(z.number(), READ),
    trigger_price: field(z.number(), READ),
    state: field(z.enum(ORDER_STATES), READ),
    placed_at: field(Instant, READ),
    expires_at: field(Instant, READ),
    ended_at: field(z.nullable(Instant), READ),
    /** For a cancelled or rejected order: `customer`, `broker`, `oco` or the rejection's code. */
    reason: field(z.nullable(z.string()), READ),
    position_id: field(z.nullable(Id), READ),
  },
  detail: {
    stop_lost: field(z.nullable(z.number()), READ),
    stop_distance: field(z.nullable(z.number()), READ),
    take_profit: field(z.nullable(z.number()), READ),
    profit_distance: field(z.nullable(z.number()), READ),
    trailing_distance: field(z.nullable(z.number()), READ),
    expiry: field(z.enum(ORDER_EXPIRIES), READ),
    /** The other order of an OCO pair. */
    oco_order_id: field(z.nullable(Id), READ),
  },
  search: ['id'],
  filters: {
    customer: { schema: PathId, fields: ['customer_id'] },
    symbol: { schema: AssetSymbol, fields: ['symbol'] },
    state: { schema: z.enum(ORDER_STATES), fields: ['state'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: allow('finance', 'dealing'),
  actions: {
    cancel: {
      when: [{ state: ['pending'] }],
      repeats: ['customer_id', 'symbol', 'direction', 'amount'],
      summary: 'Cancels a pending order. The customer is notified.',
      roles: allow('dealing'),
      on: 'one',
      input: {},
      reply: {},
      rejections: ['not-found'],
    },
  },
});
