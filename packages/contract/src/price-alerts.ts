// Price alerts: a customer is notified when a quote reaches a price, signed in or not.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { MARK_SENSES } from '@halyard/core/trigger';
import { defineRoute } from './route.ts';
import { AssetSymbol, Id, Instant, Rate, tokenField } from './wire.ts';

/**
 * The maximum number of pending alerts per customer, and of reached alerts that are stored, newest
 * first.
 */
export const PRICE_ALERTS_MAX = 50;

export const PriceAlert = z.object({
  id: Id,
  symbol: z.string(),
  /** The watched price: buy is the ask, sell is the bid. */
  side: z.enum(DIRECTIONS),
  /**
   * The direction in which the price moves to the level from where it was when the alert was set.
   */
  sense: z.enum(MARK_SENSES),
  /** The level. While the alert is pending, it is adjusted for splits of its symbol. */
  rate: z.number(),
  created_at: Instant,
  /** When the alert fired; null while it is pending. */
  fired_at: z.nullable(Instant),
  /** The price that reached the level; it is at or beyond it. */
  fired_rate: z.nullable(z.number()),
});
export type PriceAlert = z.infer<typeof PriceAlert>;

export const listPriceAlerts = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts',
  summary: 'Returns pending price alerts, then reached ones, each newest first.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(PriceAlert),
  rejections: [],
});

export const createPriceAlert = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts/create',
  summary:
    'Creates a price alert. A repeated request for the same price returns the pending alert.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    symbol: AssetSymbol,
    side: z.enum(DIRECTIONS),
    rate: Rate,
  }),
  reply: PriceAlert,
  rejections: ['not-found', 'price-unavailable', 'alert-reached', 'too-many-alerts'],
});

export const removePriceAlert = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts/remove',
  summary: 'Deletes a pending or reached price alert.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  rejections: ['not-found'],
});
