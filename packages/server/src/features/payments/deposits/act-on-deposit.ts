import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Judged } from '#features/approvals/approvals.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { ActionDeps, Done } from '../action.ts';
import { mustFinishStep } from '../finish-step.ts';
import { isConfirmedByStaff } from '../stage.ts';
import { notifyCustomer } from '../notify-customer.ts';
import type { Transaction } from '../transaction.ts';
import { findTransaction, lockTransaction, updateTransaction } from '../transaction-store.ts';
import type { TransactionChange } from '../transaction-store.ts';
import { bookReturn, findReturn } from './book-return.ts';
import type { ReportedReturn } from './book-return.ts';
import { deleteClaims } from '../claim-store.ts';

export const DEPOSIT_ACTIONS = ['confirm', 'reject', 'review', 'clear', 'book-return'] as const;

export type DepositActionRequest = {
  readonly id: string;
  readonly actor: string;
  readonly reason: string;
} & (
  | {
      readonly action: 'confirm';
      /** The amount that arrived, which is credited. */
      readonly receivedCents: Cents;
    }
  | { readonly action: Exclude<(typeof DEPOSIT_ACTIONS)[number], 'confirm'> }
);

const DEPOSITS: ReadonlySet<number> = new Set(TRANSACTION_TABS.deposits);

/**
 * Executes a staff decision about a deposit. `confirm` credits what arrived, for methods that staff
 * confirm and for deposits in review. `reject` and `review` end or mark an uncredited deposit;
 * `clear` removes the mark of a credited one and ends the inquiries about its claims; `book-return`
 * books a reported and unconfirmed refund or charge-back.
 */
export async function actOnDeposit(deps: ActionDeps, request: DepositActionRequest): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, request.id);
  if (found === undefined || !DEPOSITS.has(found.typeId)) return { kind: 'not-found' };
  if (found.status === 'opening') return { kind: 'not-found' };
  // A step that an outage left is completed first.
  await mustFinishStep(deps, found);
  const account = await deps.engine.account(found.customerId);
  const isVerified = account?.terms.isVerified === true;
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, request.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const returned = await returnOf(db, transaction, request);
    if (returned === undefined && changeOf(transaction, request) === undefined) {
      return { kind: 'not-now', transaction };
    }
    const wanted = { transaction, request, returned, isVerified };
    const approval = await approve(deps, db, wanted);
    if (approval.kind === 'refused') return { ...approval, transaction };
    if (approval.kind === 'waiting') {
      await record(deps, db, { ...wanted, action: `${request.action}-${approval.step}` });
      return { ...approval, transaction };
    }
    const changed = await write(deps, db, wanted);
    if (changed === undefined) {
      if (returned !== undefined) {
        await deps.approvals.withdraw(db, returnTarget(request.id, returned.outcome));
      }
      return { kind: 'not-now', transaction };
    }
    await notifyCustomer(deps, db, changed);
    const approvedBy = approval.kind === 'approved' ? { approvedBy: approval.by } : {};
    await record(deps, db, { ...wanted, transaction: changed, action: request.action, approvedBy });
    return { kind: 'done', transaction: changed };
  });
  if (judged.kind !== 'done') return judged;
  return { kind: 'done', transaction: await mustFinishStep(deps, judged.transaction) };
}

type Case = {
  readonly transaction: Transaction;
  readonly request: DepositActionRequest;
  /** The amount of a reported return to book. */
  readonly returned: ReportedReturn | undefined;
  readonly isVerified: boolean;
};

async function returnOf(
  db: Kysely<object>,
  transaction: Transaction,
  { action }: DepositActionRequest,
): Promise<ReportedReturn | undefined> {
  return action === 'book-return' ? await findReturn(db, transaction) : undefined;
}

/**
 * Records the approval. Only the approvers vouch for confirmations, reversals and dismissals,
 * because no provider confirms them.
 */
async function approve(
  { approvals, settings }: ActionDeps,
  db: Kysely<object>,
  wanted: Case,
): Promise<Judged | { readonly kind: 'not-needed' }> {
  const { transaction, request, returned, isVerified } = wanted;
  const { id, actor, reason } = request;
  const { customerId } = transaction;
  if (returned !== undefined) {
    const about = { ...returnTarget(id, returned.outcome), customerId, actor, reason };
    const { outcome, amountCents: returnedCents } = returned;
    const content = { transactionId: id, outcome, amountCents: returnedCents };
    return await approvals.judge(db, { ...about, amountCents: returned.amountCents, content });
  }
  if (request.action === 'confirm') {
    const { receivedCents: amountCents } = request;
    const limit = isVerified ? {} : { limitCents: settings.unverifiedDepositMaxCents };
    const about = { ...confirmationTarget(id), customerId, actor, reason, ...limit };
    return await approvals.judge(db, {
      ...about,
      amountCents,
      content: { receivedCents: amountCents },
    });
  }
  if (request.action === 'reject') await approvals.withdraw(db, confirmationTarget(id));
  if (request.action !== 'clear') return { kind: 'not-needed' };
  const judged = await approveDismissal(approvals, db, { transaction, request });
  if (judged.kind === 'waiting' || judged.kind === 'refused') return judged;
  for (const outcome of ['refunded', 'charged-back'] as const) {
    await approvals.withdrawWaiting(db, returnTarget(id, outcome));
  }
  return judged;
}

/**
 * Records the approval of dismissing a reported return, which leaves its amount with the customer.
 */
async function approveDismissal(
  approvals: ActionDeps['approvals'],
  db: Kysely<object>,
  { transaction, request }: Pick<Case, 'transaction' | 'request'>,
): Promise<Judged | { readonly kind: 'not-needed' }> {
  const reported = await findReturn(db, transaction);
  if (reported === undefined) return { kind: 'not-needed' };
  const { id: transactionId, actor, reason } = request;
  const { outcome, amountCents, claimedAtMs } = reported;
  return await approvals.judge(db, {
    action: 'return-dismissal',
    // The claim's time is part of the target, because a later claim about the same deposit is a new
    // one.
    target: `${transactionId}:${outcome}:${claimedAtMs}`,
    customerId: transaction.customerId,
    amountCents,
    content: { transactionId, outcome },
    actor,
    reason,
  });
}

function confirmationTarget(id: string) {
  return { action: 'deposit-confirmation', target: id } as const;
}

/**
 * Returns the target of an approval. The outcome is part of it, because a deposit can be partly
 * refunded and charged back later.
 */
function returnTarget(id: string, outcome: ReportedReturn['outcome']) {
  return { action: 'deposit-return', target: `${id}:${outcome}` } as const;
}

/** Writes the decision; undefined if the status does not permit it. */
async function write(
  { clock }: ActionDeps,
  db: Kysely<object>,
  { transaction, request, returned }: Case,
): Promise<Transaction | undefined> {
  const entry = { atMs: clock.nowMs(), actor: request.actor, note: request.reason };
  if (returned !== undefined) return await bookReturn(db, transaction, { returned, entry });
  const change = changeOf(transaction, request);
  if (change === undefined) return undefined;
  // A person has decided about the claims, so they are deleted.
  if (request.action !== 'review') await deleteClaims(db, transaction.id);
  return await updateTransaction(db, { id: transaction.id, change }, entry);
}

type Recorded = Case & {
  readonly action: string;
  readonly approvedBy?: { readonly approvedBy?: readonly string[] };
};

async function record(
  { clock }: ActionDeps,
  db: Kysely<object>,
  { transaction, request, returned, action, approvedBy }: Recorded,
): Promise<void> {
  const { id, actor, reason } = request;
  const wantedCents = request.action === 'confirm' ? request.receivedCents : returned?.amountCents;
  const isWaiting = approvedBy === undefined;
  const amountCents = isWaiting
    ? (wantedCents ?? transaction.amountCents)
    : transaction.amountCents;
  await recordAudit(db, clock.nowMs(), {
    actor,
    action: `deposit.${action}`,
    subject: `customer:${transaction.customerId}`,
    reason,
    after: { transactionId: id, amount: toEuros(amountCents), ...approvedBy },
  });
}

/** Returns the change that the decision makes; undefined if the status does not permit it. */
function changeOf(
  transaction: Transaction,
  request: DepositActionRequest,
): TransactionChange | undefined {
  const { status, review, typeId } = transaction;
  if (transaction.next !== null || transaction.cause !== null) return undefined;
  const isOpen = status === 'pending' || status === 'processing';
  switch (request.action) {
    case 'confirm': {
      const isTheirs = isOpen && isConfirmedByStaff(typeId);
      if (!isTheirs && status !== 'in-review') return undefined;
      const data = { to: 'approved', actor: request.actor, note: request.reason } as const;
      const amountCents = request.receivedCents;
      return { amountCents, review: null, next: { step: 'credit', data } };
    }
    case 'reject':
      if (!isOpen && status !== 'in-review') return undefined;
      return { status: 'rejected', review: null };
    case 'review':
      return isOpen ? { status: 'in-review', review: request.reason } : undefined;
    case 'book-return':
      return undefined;
    case 'clear':
      return status === 'approved' && review !== null ? { review: null } : undefined;
  }
}
