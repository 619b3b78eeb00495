// The payment providers by the names in URLs, and how a payment is sent to one.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { TransactionId } from './transactions.ts';
import { tokenField } from './wire.ts';

export const PROVIDER_IDS = ['paymaxis', 'ipaytotal', 'ikajo', 'payway'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** Returns the provider of a name in any case, such as iPayTotal. */
export function findProviderId(name: string): ProviderId | undefined {
  const wanted = name.toLowerCase();
  return PROVIDER_IDS.find((id) => id === wanted);
}

/** How the customer continues: a page, or a form that the browser submits. */
export const PaymentStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('redirect'), url: z.string() }),
  z.object({
    type: z.literal('form'),
    action: z.string(),
    method: z.literal('POST'),
    fields: z.record(z.string(), z.string()),
  }),
]);
export type PaymentStep = z.infer<typeof PaymentStep>;

export const sendTransaction = defineRoute({
  method: 'POST',
  path: '/api/transaction/send/{provider}',
  summary: 'Sends a deposit to its provider. A repeated request gets the same reply.',
  access: 'customer',
  rate: 'ordinary',
  params: z.strictObject({ provider: z.string().check(z.maxLength(32)) }),
  body: z.strictObject({ ...tokenField, transaction_id: TransactionId }),
  reply: PaymentStep,
  rejections: [
    'deposit-limit',
    'deposit-unverified-maximum',
    'method-unavailable',
    'not-found',
    'payment-under-way',
    'provider-refused',
    'provider-unavailable',
    'self-excluded',
    'time-out',
  ],
});
