import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

export type DebtPayment = {
  readonly accountId: AccountId;
  /** The id of the payment, unique among all debt payments. */
  readonly id: string;
  /** The amount that the customer's cash pays towards the debt. */
  readonly amountCents: Cents;
  readonly atMs: number;
};

/**
 * Returns the journal entry by which a customer's cash pays a debt: customer:cash → customer:debt.
 */
export function createDebtPaymentPosting(payment: DebtPayment): Posting {
  const { accountId: customerId, id, amountCents, atMs } = payment;
  return createPosting({
    kind: 'correction',
    reference: `debt:${id}`,
    uniqueKey: `debt-payment:${id}`,
    atMs,
    entries: [
      { account: 'customer:cash', customerId, amountCents: cents(0 - amountCents) },
      { account: 'customer:debt', customerId, amountCents },
    ],
  });
}
