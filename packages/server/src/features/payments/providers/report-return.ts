// A signed return from a provider without inquiries: its amount is unproven, and it will not be
// reported again.
import { assert, assertPresent } from '@halyard/core/assertion';
import { insertClaim } from '../claim-store.ts';
import { mustFinishStep } from '../finish-step.ts';
import { UNPROVEN } from '../deposits/deposits.ts';
import { notifyCustomer } from '../notify-customer.ts';
import type { Transaction } from '../transaction.ts';
import { findTransaction, lockTransaction, updateTransaction } from '../transaction-store.ts';
import { isBooked } from './compare-claims.ts';
import type { ProviderPayment } from './payment-store.ts';
import type { ProviderEvent } from './provider.ts';
import type { JudgeDeps } from './settle-event.ts';

const REVIEWS = {
  refunded: 'its provider reported a refund, and can not be asked about it',
  'charged-back': 'its provider reported a charge-back, and can not be asked about it',
} as const;

/**
 * Gives a reported return to a person to decide, unless it is already booked; returns the deposit's
 * status.
 */
export async function reportReturn(
  deps: JudgeDeps,
  { transactionId }: ProviderPayment,
  { outcome, details, providerReference }: ProviderEvent,
): Promise<string> {
  assert(outcome === 'refunded' || outcome === 'charged-back', 'money went back');
  const { kysely } = deps.db;
  const found = assertPresent(
    await findTransaction(kysely, transactionId),
    'a payment has a deposit',
  );
  // A credit in progress is completed first.
  await mustFinishStep(deps, found);
  const claimedAtMs = deps.clock.nowMs();
  return await kysely.transaction().execute(async (tx) => {
    const transaction = assertPresent(
      await lockTransaction(tx, transactionId),
      `transaction ${transactionId} stays`,
    );
    if (await isBooked(tx, transactionId, outcome)) return transaction.status;
    const claim = {
      transactionId,
      outcome,
      isSigned: true,
      claimedAtMs,
      providerReference,
      details,
    };
    await insertClaim(tx, claim);
    const review = REVIEWS[outcome];
    if (isNotified(transaction, review)) return 'in-review';
    const isCredited = transaction.status === 'approved';
    const change = isCredited ? { review } : ({ review, status: 'in-review' } as const);
    const entry = { atMs: claimedAtMs, actor: `provider:${transaction.provider}`, note: review };
    const changed = await updateTransaction(tx, { id: transactionId, change }, entry);
    await notifyCustomer(deps, tx, changed);
    return 'in-review';
  });
}

/**
 * Returns whether the deposit is already marked. Another mark that waits for a person stays; the
 * claim is stored beside it.
 */
function isNotified({ review, status }: Transaction, wanted: string): boolean {
  return review === wanted || (review !== null && review !== UNPROVEN && status === 'approved');
}
