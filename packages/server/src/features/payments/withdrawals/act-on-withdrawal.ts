import { assert } from '@halyard/core/assertion';
import { negateCents, toEuros } from '@halyard/core/money';
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import type { Judged, Waiting } from '#features/approvals/approvals.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { hasReportedReturn } from '../claim-store.ts';
import { followWithFee } from '../complete-step.ts';
import { findUncovered, toUncovered } from './find-uncovered.ts';
import type { ActionDeps, Done } from '../action.ts';
import { finishStep } from '../finish-step.ts';
import { notifyCustomer } from '../notify-customer.ts';
import { TYPE } from '../transaction.ts';
import type { Transaction, TransactionStatus } from '../transaction.ts';
import { createTransactionId } from '../transaction-id.ts';
import { findTransaction, lockTransaction, updateTransaction } from '../transaction-store.ts';
import type { TransactionChange } from '../transaction-store.ts';

export const WITHDRAWAL_ACTIONS = ['approve', 'pay', 'reject', 'bounce'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number] | 'cancel';

/** The statuses that each action permits. */
const ALLOWED: Readonly<Record<WithdrawalAction, readonly TransactionStatus[]>> = {
  cancel: ['pending'],
  approve: ['pending'],
  reject: ['pending', 'processing'],
  pay: ['processing'],
  bounce: ['approved'],
};

export type WithdrawalActionRequest = {
  readonly id: string;
  readonly action: WithdrawalAction;
  readonly actor: string;
  /** The reason of the action; for `pay`, the bank's reference of the payout. */
  readonly reason?: string | undefined;
};

/**
 * Executes a staff decision about a withdrawal. Approving and paying check that the account still
 * covers it and that no deposit of the customer is reported as returned; the engine checks again
 * when it pays. The booking happens before the reply; after an outage the recovery completes it.
 */
export async function actOnWithdrawal(
  deps: ActionDeps,
  request: WithdrawalActionRequest,
): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, request.id);
  if (found?.typeId !== TYPE.withdrawal || found.status === 'opening') return { kind: 'not-found' };
  // A step that an outage left is completed first.
  await finishStep(deps, found);
  if (request.action === 'approve' || request.action === 'pay') {
    const rejection =
      (await findStop(deps, found.customerId)) ?? (await findUncovered(deps, found));
    if (rejection !== undefined) return { kind: 'refused', transaction: found, rejection };
  }
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, request.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const { status, next } = transaction;
    if (next !== null || !ALLOWED[request.action].includes(status)) {
      return { kind: 'not-now', transaction };
    }
    const judged = await changeOf(deps, db, { transaction, request });
    if (judged.kind === 'refused') return { ...judged, transaction };
    if (judged.kind === 'waiting') {
      await record(deps, db, { request, transaction, step: judged.step });
      return { ...judged, transaction };
    }
    return { kind: 'done', transaction: await write(deps, db, { ...judged, request }) };
  });
  if (judged.kind !== 'done') return judged;
  const finished = await finishStep(deps, judged.transaction);
  if (finished.kind === 'done') return finished;
  assert(finished.kind === 'stopped', `the step of ${request.id} can be booked`);
  const { transaction, rejection } = finished;
  if (transaction.status === 'cancelled') return { kind: 'not-now', transaction };
  return { kind: 'refused', transaction, rejection: toUncovered(rejection) };
}

/**
 * Returns why the customer can't withdraw before staff have decided something else; undefined if
 * they can.
 */
export async function findStop(
  { db, linkedAccounts }: Pick<ActionDeps, 'db' | 'linkedAccounts'>,
  customerId: number,
): Promise<Rejection | undefined> {
  const stop = await linkedAccounts.findWithdrawalStop(customerId);
  if (stop !== undefined) return stop;
  // A reported return is checked here: until it is booked nothing else knows that the money may be
  // returned.
  const isReported = await hasReportedReturn(db.kysely, customerId);
  return isReported ? { code: 'return-reported' } : undefined;
}

type Case = { readonly transaction: Transaction; readonly request: WithdrawalActionRequest };

type Change = {
  readonly kind: 'change';
  readonly change: TransactionChange;
  readonly approvedBy?: readonly string[];
};

async function changeOf(
  deps: ActionDeps,
  db: Kysely<object>,
  wanted: Case,
): Promise<Change | Exclude<Judged, { kind: 'approved' }>> {
  const { action, actor, reason, id } = wanted.request;
  const data = { actor, note: reason };
  switch (action) {
    case 'cancel':
    case 'reject': {
      await deps.approvals.withdraw(db, { action: 'withdrawal', target: id });
      const to = action === 'cancel' ? 'cancelled' : 'rejected';
      return { kind: 'change', change: { next: { step: 'release', data: { ...data, to } } } };
    }
    case 'pay':
      return {
        kind: 'change',
        change: { next: { step: 'pay', data: { ...data, to: 'approved' } } },
      };
    case 'bounce': {
      const judged = await approve(deps, db, { ...wanted, action: 'withdrawal-return' });
      if (judged.kind !== 'approved') return judged;
      const returnId = createTransactionId('W');
      const next = { step: 'return', data: { ...data, to: 'failed', returnId } } as const;
      return { kind: 'change', change: { next }, approvedBy: judged.by };
    }
    case 'approve': {
      const judged = await approve(deps, db, { ...wanted, action: 'withdrawal' });
      if (judged.kind === 'refused') return judged;
      if (judged.kind === 'waiting' && judged.step === 'request') return judged;
      // After a first approval, the withdrawal shows its approver.
      if (judged.kind === 'waiting') return { kind: 'change', change: { approvedBy: actor } };
      const change = { status: 'processing', approvedBy: judged.by.join(', ') } as const;
      return { kind: 'change', change };
    }
  }
}

/** Records an approval. Payouts and returns need several approvers. */
async function approve(
  { approvals }: ActionDeps,
  db: Kysely<object>,
  { transaction, request, action }: Case & { readonly action: 'withdrawal' | 'withdrawal-return' },
): Promise<Judged> {
  const { id: target, actor, reason } = request;
  const { customerId, requestedCents, amountCents } = transaction;
  const about = { action, target, customerId, content: {}, actor, reason };
  const movedCents = action === 'withdrawal' ? requestedCents : amountCents;
  return await approvals.judge(db, { ...about, amountCents: negateCents(movedCents) });
}

type Written = Omit<Change, 'kind'> & { readonly request: WithdrawalActionRequest };

async function write(
  deps: ActionDeps,
  db: Kysely<object>,
  { request, change, approvedBy }: Written,
): Promise<Transaction> {
  const { id, actor, reason } = request;
  const entry = { atMs: deps.clock.nowMs(), actor, note: reason };
  const transaction = await updateTransaction(db, { id, change }, entry);
  if (change.status !== undefined) {
    await followWithFee(db, { transaction, entry });
    await notifyCustomer(deps, db, transaction);
  }
  await record(deps, db, { request, transaction, approvedBy });
  return transaction;
}

type Recorded = Case & {
  /** The step of the approval that is pending. */
  readonly step?: Waiting['step'];
  readonly approvedBy?: readonly string[] | undefined;
};

async function record(
  { clock }: ActionDeps,
  db: Kysely<object>,
  { request, transaction, step, approvedBy }: Recorded,
): Promise<void> {
  const { id, actor, action, reason } = request;
  await recordAudit(db, clock.nowMs(), {
    actor,
    action: `withdrawal.${action}${step === undefined ? '' : `-${step}`}`,
    subject: `customer:${transaction.customerId}`,
    // For `pay` the text is the bank's reference, not a reason, and the request can have a reason
    // of its own.
    ...(reason === undefined || action === 'pay' ? {} : { reason }),
    after: {
      transactionId: id,
      amount: toEuros(transaction.requestedCents),
      ...(action === 'pay' ? { reference: reason } : {}),
      ...(approvedBy === undefined ? {} : { approvedBy }),
    },
  });
}
