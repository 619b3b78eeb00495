// Compares claims about a payment with the provider's reply to our inquiry.
import { assertPresent } from '@halyard/core/assertion';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { deleteClaim, listClaims } from '../claim-store.ts';
import type { Claim, ClaimedOutcome } from '../claim-store.ts';
import { isUnproven, UNPROVEN } from '../deposits/deposits.ts';
import { notifyCustomer } from '../notify-customer.ts';
import type { Transaction } from '../transaction.ts';
import {
  findByCause,
  findTransaction,
  lockTransaction,
  updateTransaction,
} from '../transaction-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { isReturn } from './provider.ts';
import type { ProviderEvent } from './provider.ts';
import type { JudgeDeps } from './settle-event.ts';

/** Providers' replies lag by seconds or minutes; after this time a person is notified. */
const REVIEW_AFTER_MS = HOUR_MS;
/** After this time the claim causes no more inquiries; the nightly charge-back check continues. */
const ASKED_MS = 14 * DAY_MS;

const REVIEWS: Readonly<Record<ClaimedOutcome, string>> = {
  succeeded: UNPROVEN,
  refunded: 'its provider reported a refund, which its answer to our query does not confirm',
  'charged-back':
    'its provider reported a charge-back, which its answer to our query does not confirm',
};

/** Returns whether the claim has been booked here, or given to a person. */
export async function isBooked(
  db: Kysely<object>,
  transactionId: string,
  outcome: ClaimedOutcome,
): Promise<boolean> {
  if (outcome !== 'succeeded') {
    const cause = outcome === 'refunded' ? 'refund' : 'charge-back';
    return (await findByCause(db, { originalId: transactionId, cause })) !== undefined;
  }
  const transaction = await findTransaction(db, transactionId);
  const { status } = assertPresent(transaction, `transaction ${transactionId} stays`);
  if (status === 'in-review') return transaction !== undefined && !isUnproven(transaction);
  return status === 'approved' || status === 'rejected';
}

/**
 * Closes claims that the reply confirms or that are booked, and gives older ones to a person.
 * Returns whether to query the payment again.
 */
export async function compareClaims(
  deps: JudgeDeps,
  { transactionId }: ProviderPayment,
  answerTo: (claim: Claim) => ProviderEvent | undefined,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const claims = await listClaims(tx, transactionId);
    if (claims.length === 0) return false;
    const transaction = assertPresent(
      await lockTransaction(tx, transactionId),
      `transaction ${transactionId} stays`,
    );
    let isAsked = false;
    for (const claim of claims) {
      const ageMs = nowMs - claim.claimedAtMs;
      if (
        (await isConfirmed(tx, claim, answerTo(claim))) ||
        isForgotten(claim, transaction, ageMs)
      ) {
        await close(deps, tx, { transaction, claim });
        continue;
      }
      if (ageMs >= REVIEW_AFTER_MS) await handOver(deps, tx, { transaction, claim });
      if (ageMs < ASKED_MS) isAsked = true;
    }
    return isAsked;
  });
}

async function isConfirmed(
  tx: Kysely<object>,
  { transactionId, outcome }: Claim,
  answer: ProviderEvent | undefined,
): Promise<boolean> {
  if (answer?.outcome === outcome) return true;
  // A payment that was returned must have been paid before.
  if (outcome === 'succeeded' && answer !== undefined && isReturn(answer)) return true;
  return await isBooked(tx, transactionId, outcome);
}

/** Returns whether an unsigned claim, by which no money moved, is old enough to be dropped. */
function isForgotten({ isSigned }: Claim, { status }: Transaction, ageMs: number): boolean {
  return !isSigned && status !== 'approved' && ageMs >= ASKED_MS;
}

type Case = { readonly transaction: Transaction; readonly claim: Claim };

async function close(
  deps: JudgeDeps,
  tx: Kysely<object>,
  { transaction: { id, status, review }, claim }: Case,
): Promise<void> {
  await deleteClaim(tx, claim);
  if (status !== 'approved' || review !== REVIEWS[claim.outcome]) return;
  const entry = { atMs: deps.clock.nowMs(), actor: 'system', note: 'its provider confirms it' };
  await updateTransaction(tx, { id, change: { review: null } }, entry);
}

async function handOver(
  deps: JudgeDeps,
  tx: Kysely<object>,
  { transaction, claim }: Case,
): Promise<void> {
  const { id, status, review: known, next } = transaction;
  const isCredited = status === 'approved';
  if (known !== null || next !== null || (!isCredited && !claim.isSigned)) return;
  const review = REVIEWS[claim.outcome];
  const change = isCredited ? { review } : ({ review, status: 'in-review' } as const);
  const entry = { atMs: deps.clock.nowMs(), actor: 'system', note: review };
  await notifyCustomer(deps, tx, await updateTransaction(tx, { id, change }, entry));
}
