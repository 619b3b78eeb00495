// Prices that a customer waits for, and is told of once one is reached, signed in or not.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { MARK_SENSES } from '@halyard/core/trigger';
import { defineRoute } from './route.ts';
import { AssetSymbol, Id, Instant, Rate, tokenField } from './wire.ts';

/** So many of a customer can wait at once, and so many that were reached are kept, the latest. */
export const PRICE_ALERTS_MAX = 50;

export const PriceAlert = z.object({
  id: Id,
  symbol: z.string(),
  /** Which price is waited for: the one at which customers buy, or at which they sell. */
  side: z.enum(DIRECTIONS),
  /** How it gets there from where it was when the alert was set. */
  sense: z.enum(MARK_SENSES),
  /** While it waits it follows the splits of its symbol. */
  rate: z.number(),
  created_at: Instant,
  /** Null while it waits. */
  fired_at: z.nullable(Instant),
  /** The price that reached it, at or beyond it. */
  fired_rate: z.nullable(z.number()),
});
export type PriceAlert = z.infer<typeof PriceAlert>;

export const listPriceAlerts = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts',
  summary: 'The price alerts that wait, then those that were reached; each newest first.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(PriceAlert),
  refusals: [],
});

export const createPriceAlert = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts/create',
  summary: 'Waits for a price. The same one asked for again is the one that waits already.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    symbol: AssetSymbol,
    side: z.enum(DIRECTIONS),
    rate: Rate,
  }),
  reply: PriceAlert,
  refusals: ['not-found', 'price-unavailable', 'alert-reached', 'too-many-alerts'],
});

export const removePriceAlert = defineRoute({
  method: 'POST',
  path: '/api/accounts/priceAlerts/remove',
  summary: 'Waits for a price no longer, or forgets one that was reached.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  refusals: ['not-found'],
});
