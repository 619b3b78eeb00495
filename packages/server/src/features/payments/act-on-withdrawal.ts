import { assert } from '@halyard/core/assertion';
import { negateCents, toEuros } from '@halyard/core/money';
import type { Refusal } from '@halyard/contract/refusals';
import type { Kysely } from 'kysely';
import type { Approvals } from '#features/approvals/approvals.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { followWithFee } from './complete-step.ts';
import { findUncovered, toUncovered } from './find-uncovered.ts';
import type { CoverDeps } from './find-uncovered.ts';
import { finishStep } from './finish-step.ts';
import type { StepDeps } from './finish-step.ts';
import { tellCustomer } from './tell-customer.ts';
import { TYPE } from './transaction.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';
import { createTransactionId } from './transaction-id.ts';
import { findTransaction, lockTransaction, updateTransaction } from './transaction-store.ts';
import type { TransactionChange } from './transaction-store.ts';

export const WITHDRAWAL_ACTIONS = ['approve', 'pay', 'reject', 'bounce'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number] | 'cancel';

/** From where each action leads on. */
const ALLOWED: Readonly<Record<WithdrawalAction, readonly TransactionStatus[]>> = {
  cancel: ['pending'],
  approve: ['pending'],
  reject: ['pending', 'processing'],
  pay: ['processing'],
  bounce: ['approved'],
};

export type WithdrawalDeed = {
  readonly id: string;
  readonly action: WithdrawalAction;
  readonly actor: string;
  /** Why; of `pay`, what the payout is called at the bank. */
  readonly reason?: string | undefined;
};

export type Done =
  | { readonly kind: 'done'; readonly transaction: Transaction }
  | { readonly kind: 'not-found' }
  /** It is not where this leads on from. */
  | { readonly kind: 'not-now'; readonly transaction: Transaction }
  /** The first of two people has decided: nothing is done yet. */
  | { readonly kind: 'waiting'; readonly transaction: Transaction }
  /** Who wants to approve it may not, or may not alone; or the account does not cover it now. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly transaction: Transaction };

export type ActionDeps = CoverDeps &
  StepDeps & {
    readonly approvals: Pick<Approvals, 'judge' | 'withdraw'>;
    readonly linkedAccounts: Pick<LinkedAccounts, 'findWithdrawalStop'>;
  };

/**
 * Does what a person decided about a withdrawal. Approving and paying ask whether the account still
 * covers it; the engine asks once more in the commit that pays. What money it moves is booked before
 * it answers; if an outage prevents that, the recovery does it later.
 */
export async function actOnWithdrawal(deps: ActionDeps, deed: WithdrawalDeed): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, deed.id);
  if (found?.typeId !== TYPE.withdrawal || found.status === 'opening') return { kind: 'not-found' };
  // What an outage left half done comes first.
  await finishStep(deps, found);
  if (deed.action === 'approve' || deed.action === 'pay') {
    const refusal =
      (await deps.linkedAccounts.findWithdrawalStop(found.customerId)) ??
      (await findUncovered(deps, found));
    if (refusal !== undefined) return { kind: 'refused', transaction: found, refusal };
  }
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, deed.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const { status, next } = transaction;
    if (next !== null || !ALLOWED[deed.action].includes(status)) {
      return { kind: 'not-now', transaction };
    }
    const judged = await changeOf(deps, db, { transaction, deed });
    if ('refusal' in judged) return { kind: 'refused', refusal: judged.refusal, transaction };
    return { kind: 'done', transaction: await write(deps, db, { deed, change: judged }) };
  });
  if (judged.kind !== 'done') return judged;
  const finished = await finishStep(deps, judged.transaction);
  if (finished.kind === 'done') return finished;
  assert(finished.kind === 'stopped', `the step of ${deed.id} can be booked`);
  const { transaction, refusal } = finished;
  if (transaction.status === 'cancelled') return { kind: 'not-now', transaction };
  return { kind: 'refused', transaction, refusal: toUncovered(refusal) };
}

type Case = { readonly transaction: Transaction; readonly deed: WithdrawalDeed };

async function changeOf(
  deps: ActionDeps,
  db: Kysely<object>,
  { transaction, deed }: Case,
): Promise<TransactionChange | { readonly refusal: Refusal }> {
  const { action, actor, reason } = deed;
  const data = { actor, note: reason };
  switch (action) {
    case 'cancel':
    case 'reject': {
      await deps.approvals.withdraw(db, { action: 'withdrawal', target: deed.id });
      const to = action === 'cancel' ? 'cancelled' : 'rejected';
      return { next: { step: 'release', data: { ...data, to } } };
    }
    case 'pay':
      return { next: { step: 'pay', data: { ...data, to: 'approved' } } };
    case 'bounce': {
      const returnId = createTransactionId('W');
      return { next: { step: 'return', data: { ...data, to: 'failed', returnId } } };
    }
    case 'approve': {
      const { id: target, customerId } = transaction;
      const amountCents = negateCents(transaction.requestedCents);
      const about = { action: 'withdrawal', target, customerId, amountCents, content: {} } as const;
      const judged = await deps.approvals.judge(db, { ...about, actor, reason });
      if (judged.kind === 'refused') return { refusal: judged.refusal };
      if (judged.kind === 'waiting') return { approvedBy: actor };
      return { status: 'processing', approvedBy: judged.by.join(', ') };
    }
  }
}

type Written = { readonly deed: WithdrawalDeed; readonly change: TransactionChange };

async function write(
  deps: ActionDeps,
  db: Kysely<object>,
  { deed, change }: Written,
): Promise<Transaction> {
  const { id, actor, action, reason } = deed;
  const entry = { atMs: deps.clock.nowMs(), actor, note: reason };
  const transaction = await updateTransaction(db, { id, change }, entry);
  if (change.status !== undefined) {
    await followWithFee(db, { transaction, entry });
    await tellCustomer(deps, db, transaction);
  }
  await recordAudit(db, entry.atMs, {
    actor,
    action: `withdrawal.${action}`,
    subject: `customer:${transaction.customerId}`,
    // Of `pay` it is no reason, and the request may bring one.
    ...(reason === undefined || action === 'pay' ? {} : { reason }),
    after: {
      transactionId: id,
      amount: toEuros(transaction.requestedCents),
      ...(action === 'pay' ? { reference: reason } : {}),
    },
  });
  return transaction;
}
