// The broker's and the customers' funds, and the reconciliation of a day with a provider.
import * as z from 'zod/mini';
import { PROVIDER_IDS } from '../providers.ts';
import { defineRoute } from '../route.ts';
import { QueryDay, Reason } from './resource.ts';
import { allow } from './roles.ts';

/** The sum of a ledger account in euros. */
const LedgerSum = z.object({ account: z.string(), total: z.number() });

export const getTreasury = defineRoute({
  method: 'GET',
  path: '/api/backoffice/treasury',
  summary: 'Returns the balance of each ledger account over all customers. The sum of all is zero.',
  access: 'staff',
  roles: allow('finance'),
  rate: 'ordinary',
  reply: z.object({
    accounts: z.array(LedgerSum),
    /** The sum of all ledger accounts, which is zero unless the books are wrong. */
    total: z.number(),
    /** The customers' cash and credit summed from their accounts; the ledger must show the same. */
    balances: z.object({ cash: z.number(), credit: z.number() }),
    agrees: z.boolean(),
  }),
  rejections: [],
});

export const reconcileProvider = defineRoute({
  method: 'POST',
  path: '/api/backoffice/reconcile',
  summary:
    'Reconciles a UTC day of card payments with the provider. Deposits that are paid there and open here are settled.',
  access: 'staff',
  roles: allow('finance'),
  rate: 'ordinary',
  body: z.strictObject({ provider: z.enum(PROVIDER_IDS), day: QueryDay, reason: Reason }),
  reply: z.object({
    provider: z.enum(PROVIDER_IDS),
    day: z.string(),
    payments: z.int(),
    agreeing: z.int(),
    /** The number of payments that the provider can't be queried for. */
    unasked: z.int(),
    /** The differences between our books and the provider's, one sentence each. */
    differences: z.array(z.string()),
    /** The payments side by side, the differing ones first, at most 200. Amounts are in euros. */
    rows: z.array(
      z.object({
        reference: z.string(),
        /** Our state before the reconciliation; null if we don't know the payment. */
        here: z.nullable(z.object({ status: z.string(), amount: z.number() })),
        /** Null if the provider doesn't know the payment. */
        there: z.nullable(
          z.object({
            outcome: z.string(),
            /** Null if the provider's reply contains none. */
            amount: z.nullable(z.number()),
            currency: z.nullable(z.string()),
          }),
        ),
        /** The difference as a sentence; null if both agree. */
        difference: z.nullable(z.string()),
      }),
    ),
  }),
  rejections: ['method-unavailable'],
});
