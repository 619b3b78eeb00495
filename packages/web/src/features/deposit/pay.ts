import { sendTransaction, type PaymentStep } from '@halyard/contract/providers';
import { cancelTransaction, createTransaction } from '@halyard/contract/transactions';
import { type Cents, toEuros } from '@halyard/core/money';
import { call } from '#data/http/api.ts';
import type { CallResult } from '#data/http/call.ts';
import type { PaymentMethod } from './deposit-form.ts';

export type Payment = {
  /** The chosen method; for cards one entry per provider, in order of preference. */
  readonly attempts: readonly PaymentMethod[];
  readonly amountCents: Cents;
  /** A request id that stays the same while an attempt is repeated. */
  idFor(attempt: PaymentMethod): string;
};

export type Paid =
  | { readonly kind: 'step'; readonly step: PaymentStep }
  | {
      /** The customer transfers the money, and staff confirm its arrival. */
      readonly kind: 'noted';
      readonly transactionId: string;
      readonly methodId: number;
      readonly amountCents: Cents;
    };

/** The provider did not accept the payment, so the next one can. */
const NEXT_AFTER: readonly string[] = ['provider-unavailable', 'provider-refused'];

/**
 * Creates a deposit and sends a card payment to the first provider that accepts it. The customer is
 * charged only on the provider's page, so a failed attempt costs nothing.
 */
export async function pay(payment: Payment): Promise<CallResult<Paid>> {
  const [first, ...others] = payment.attempts;
  if (first === undefined) throw new Error('A payment has a method.');
  let result = await attempt(payment, first);
  for (const next of others) {
    if (result.kind !== 'refusal' || !NEXT_AFTER.includes(result.code)) break;
    result = await attempt(payment, next);
  }
  return result;
}

async function attempt(payment: Payment, method: PaymentMethod): Promise<CallResult<Paid>> {
  const { provider } = method;
  const created = await call(createTransaction, {
    body: {
      amount: toEuros(payment.amountCents),
      method: method.id as 1 | 2 | 3 | 9,
      requestId: payment.idFor(method),
      ...(provider === undefined ? {} : { provider }),
    },
  });
  if (created.kind !== 'data') return created;
  const { transaction_id: transactionId } = created.data;
  if (provider === undefined) {
    const { amountCents } = payment;
    const noted = { kind: 'noted', transactionId, methodId: method.id, amountCents } as const;
    return { kind: 'data', data: noted };
  }
  const body = { transaction_id: transactionId };
  const sent = await call(sendTransaction, { params: { provider }, body });
  if (sent.kind === 'data') return { kind: 'data', data: { kind: 'step', step: sent.data } };
  // A failed attempt must not count towards the limits of the next one. If it can't be cancelled,
  // it expires.
  if (sent.kind === 'refusal') await call(cancelTransaction, { body });
  return sent;
}
