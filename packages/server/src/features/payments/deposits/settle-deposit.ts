import { assert } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import { checkCaps } from './deposit-caps.ts';
import type { CapsDeps } from './deposit-caps.ts';
import { mustFinishStep } from '../finish-step.ts';
import type { StepDeps } from '../finish-step.ts';
import { reverseDeposit } from './reverse-deposit.ts';
import { notifyCustomer } from '../notify-customer.ts';
import type { Transaction } from '../transaction.ts';
import {
  findTransaction,
  isReferenceOfAnother,
  lockReference,
  lockTransaction,
  updateTransaction,
} from '../transaction-store.ts';
import type { TransactionChange } from '../transaction-store.ts';
import type { StageEntry } from '../stage-store.ts';
import type { Settlement } from './settlement.ts';

export type { Settlement } from './settlement.ts';

/** Why a deposit is in review if only a message says that it was paid. */
export const UNPROVEN = 'nothing proves that it was paid';

export type SettleDeps = StepDeps & CapsDeps & { readonly customers: Pick<Customers, 'isClosed'> };

export type Settled =
  /** The current status of the deposit, even if it did not change. */
  | { readonly kind: 'settled'; readonly transaction: Transaction }
  /** The payment does not match the deposit: nothing moved, and a person must check it. */
  | { readonly kind: 'in-review'; readonly transaction: Transaction; readonly reason: string }
  /** No deposit of this provider has this id; nothing changed. */
  | { readonly kind: 'unknown' };

/**
 * Applies what is known of a provider's payment, from a webhook, an inquiry or a person. Safe to
 * call any number of times, concurrently and in any order: a deposit is credited at most once, with
 * its exact amount and currency. A late success is credited within the customer's limits; a late
 * failure changes nothing; a refund or charge-back is booked once.
 */
export async function settleDeposit(deps: SettleDeps, settlement: Settlement): Promise<Settled> {
  assert(settlement.providerReference !== '', 'a provider has its own name for a payment');
  const { transactionId: id, provider, providerReference } = settlement;
  const found = await findTransaction(deps.db.kysely, id);
  if (found === undefined || found.provider !== provider) return { kind: 'unknown' };
  // An earlier decision that is not booked yet is booked first.
  await mustFinishStep(deps, found);
  const account =
    settlement.outcome === 'approved' ? await deps.engine.account(found.customerId) : undefined;
  const isVerified = account?.terms.isVerified === true;
  const decide = async (): Promise<readonly Transaction[] | undefined> =>
    await deps.db.kysely.transaction().execute(async (db) => {
      await lockReference(db, { provider, providerReference });
      const transaction = await lockTransaction(db, id);
      assert(transaction !== undefined, `transaction ${id} stays`);
      if (isAheadOfCredit(transaction, settlement)) return undefined;
      return await judge(deps, db, { transaction, settlement, isVerified });
    });
  let pending = await decide();
  // Waits for a pending credit: once credited the deposit can be returned, and a rejected credit
  // leaves nothing to wait for.
  while (pending === undefined) {
    const booked = await findTransaction(deps.db.kysely, id);
    assert(booked !== undefined, `transaction ${id} stays`);
    await mustFinishStep(deps, booked);
    pending = await decide();
  }
  for (const transaction of pending) await mustFinishStep(deps, transaction);

  const transaction = await findTransaction(deps.db.kysely, id);
  assert(transaction !== undefined, `transaction ${id} stays`);
  return transaction.review === null
    ? { kind: 'settled', transaction }
    : { kind: 'in-review', transaction, reason: transaction.review };
}

type Case = {
  readonly transaction: Transaction;
  readonly settlement: Settlement;
  readonly isVerified: boolean;
};

/** Writes the consequences of a settlement; returns the rows with something to book. */
async function judge(
  deps: SettleDeps,
  db: Kysely<object>,
  known: Case,
): Promise<readonly Transaction[]> {
  const { transaction, settlement } = known;
  const { outcome, evidence } = settlement;
  const entry = { atMs: deps.clock.nowMs(), actor: actorOf(settlement), note: outcome, evidence };
  const write = async (change: TransactionChange | undefined): Promise<readonly Transaction[]> => {
    if (change === undefined) return [transaction];
    const noted = { ...entry, note: change.review ?? outcome };
    const changed = await updateTransaction(db, { id: transaction.id, change }, noted);
    await notifyCustomer(deps, db, changed);
    return [changed];
  };
  if (transaction.cause !== null) return [];
  switch (outcome) {
    case 'approved':
      return await write(await judgeApproval(deps, db, known));
    case 'unproven':
      return await write(
        transaction.status === 'approved' || transaction.next !== null
          ? undefined
          : inReview(transaction, UNPROVEN),
      );
    case 'failed':
    case 'cancelled':
      return await write(isOpen(transaction) ? { status: outcome } : undefined);
    case 'refunded':
    case 'charged-back': {
      const taken = await judgeReversal(db, known, entry);
      return taken.kind === 'take-back'
        ? [taken.transaction]
        : await write(inReview(transaction, taken.reason));
    }
  }
}

/** Returns whether a return is reported while another call is booking the credit. */
function isAheadOfCredit({ next }: Transaction, { outcome }: Settlement): boolean {
  return next?.step === 'credit' && (outcome === 'refunded' || outcome === 'charged-back');
}

function actorOf({ provider }: Settlement): string {
  return `provider:${provider}`;
}

/** Returns the changes of an approved deposit; undefined if there are none. */
async function judgeApproval(
  deps: SettleDeps,
  db: Kysely<object>,
  known: Case,
): Promise<TransactionChange | undefined> {
  const { transaction, settlement } = known;
  const { provider, providerReference } = settlement;
  const isOther = isOfAnotherPayment(transaction, settlement);
  const isCredited = transaction.status === 'approved' || transaction.next !== null;
  if (isCredited && !isOther) return undefined;
  if (isOther) return inReview(transaction, 'another payment names it');
  // The reviewer has already been notified of this payment.
  if (transaction.status === 'in-review' && transaction.providerReference !== null) {
    return undefined;
  }

  const named = { provider, providerReference, id: transaction.id };
  if (await isReferenceOfAnother(db, named)) {
    return inReview(transaction, 'its payment belongs to another deposit');
  }
  const misfit = await findMisfit(deps, db, known);
  if (misfit !== undefined) return { providerReference, ...inReview(transaction, misfit) };
  const data = { to: 'approved', actor: actorOf(settlement) } as const;
  const resolved = isUnproven(transaction) ? { review: null } : {};
  return { providerReference, ...resolved, next: { step: 'credit', data } };
}

/** Returns why a person must decide about a proven payment; undefined if it can be credited. */
async function findMisfit(
  deps: SettleDeps,
  db: Kysely<object>,
  { transaction, settlement, isVerified }: Case,
): Promise<string | undefined> {
  const { id, customerId, status, currency, amountCents } = transaction;
  if (status === 'rejected') return 'it was paid after it was rejected';
  if (settlement.currency !== currency) return 'it was paid in another currency';
  if (settlement.amountCents !== amountCents) return 'another amount was paid';
  if (status === 'in-review' && !isUnproven(transaction))
    return 'the provider says that it was paid';
  if (status === 'pending' || status === 'processing') return undefined;
  // The limits are checked again for a late success: an ended deposit no longer counted, so others
  // may have used the limit. The customer's browser may have ended it while the payment page was
  // still open.
  const late = { id, customerId, amountCents, isVerified, atMs: deps.clock.nowMs() };
  const beyond = await checkCaps(deps, db, late);
  if (beyond !== undefined) return `it was paid late, and is refused now: ${beyond.code}`;
  // The account is closed, so only staff can return the money.
  const isClosed = await deps.customers.isClosed(db, customerId);
  return isClosed ? 'it was paid after the account was closed' : undefined;
}

async function judgeReversal(
  db: Kysely<object>,
  { transaction, settlement }: Case,
  entry: StageEntry,
): ReturnType<typeof reverseDeposit> {
  if (isOfAnotherPayment(transaction, settlement)) {
    return { kind: 'review', reason: `another payment of it was ${settlement.outcome}` };
  }
  if (transaction.status !== 'approved' || transaction.next !== null) {
    return { kind: 'review', reason: `it was ${settlement.outcome} before it was credited` };
  }
  return await reverseDeposit(db, transaction, { settlement, entry });
}

/** Returns whether a deposit is in review only for lack of proof, which later proof resolves. */
export function isUnproven({ status, review }: Transaction): boolean {
  return status === 'in-review' && review === UNPROVEN;
}

function isOfAnotherPayment(transaction: Transaction, settlement: Settlement): boolean {
  const { providerReference: known } = transaction;
  return known !== null && known !== settlement.providerReference;
}

/**
 * Returns the change that puts a deposit in review. What is credited stays; a note says that a
 * person must check it.
 */
function inReview(transaction: Transaction, review: string): TransactionChange | undefined {
  if (transaction.review === review) return undefined;
  if (transaction.status === 'approved' || transaction.next !== null) return { review };
  return { review, status: 'in-review' };
}

function isOpen({ status, next }: Transaction): boolean {
  return next === null && (status === 'pending' || status === 'processing');
}
