// Where the house's and the customers' money is, and a day of a provider beside our own books.
import * as z from 'zod/mini';
import { PROVIDER_IDS } from '../providers.ts';
import { defineRoute } from '../route.ts';
import { QueryDay, Reason } from './resource.ts';
import { allow } from './roles.ts';

/** Euros. */
const LedgerSum = z.object({ account: z.string(), total: z.number() });

export const getTreasury = defineRoute({
  method: 'GET',
  path: '/api/backoffice/treasury',
  summary:
    'What each account of the ledger holds, all customers together. The sums of all add up to zero.',
  access: 'staff',
  roles: allow('finance'),
  rate: 'ordinary',
  reply: z.object({
    accounts: z.array(LedgerSum),
    /** Zero, or the books are wrong. */
    total: z.number(),
    /** What the customers' cash and credit are by their accounts; the ledger says the same. */
    balances: z.object({ cash: z.number(), credit: z.number() }),
    agrees: z.boolean(),
  }),
  refusals: [],
});

export const reconcileProvider = defineRoute({
  method: 'POST',
  path: '/api/backoffice/reconcile',
  summary:
    'Holds a day of card payments (UTC) against what the provider says. What it finds paid there and open here is settled.',
  access: 'staff',
  roles: allow('finance'),
  rate: 'ordinary',
  body: z.strictObject({ provider: z.enum(PROVIDER_IDS), day: QueryDay, reason: Reason }),
  reply: z.object({
    provider: z.enum(PROVIDER_IDS),
    day: z.string(),
    payments: z.int(),
    agreeing: z.int(),
    /** The provider can't be asked about them. */
    unasked: z.int(),
    /** One sentence each. */
    differences: z.array(z.string()),
  }),
  refusals: ['method-unavailable'],
});
