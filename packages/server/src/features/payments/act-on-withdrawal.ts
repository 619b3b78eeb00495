import { negateCents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { followWithFee } from './complete-step.ts';
import { mustFinishStep } from './finish-step.ts';
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
  /** Another person than the first must approve it. */
  | { readonly kind: 'same-person'; readonly transaction: Transaction };

export type ActionDeps = StepDeps & {
  /** Withdrawals above it take two people's approval. */
  readonly settings: { readonly withdrawalFourEyesCents: Cents };
};

/**
 * Does what a person decided about a withdrawal. What money it moves is booked before it answers; if
 * an outage prevents that, the recovery does it later.
 */
export async function actOnWithdrawal(deps: ActionDeps, deed: WithdrawalDeed): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, deed.id);
  if (found?.typeId !== TYPE.withdrawal || found.status === 'opening') return { kind: 'not-found' };
  // What an outage left half done comes first.
  await mustFinishStep(deps, found);
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, deed.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const { status, next } = transaction;
    if (next !== null || !ALLOWED[deed.action].includes(status)) {
      return { kind: 'not-now', transaction };
    }
    const change = changeOf(deps, transaction, deed);
    if (change === undefined) return { kind: 'same-person', transaction };
    return { kind: 'done', transaction: await write(deps, db, { deed, change }) };
  });
  if (judged.kind !== 'done') return judged;
  return { kind: 'done', transaction: await mustFinishStep(deps, judged.transaction) };
}

/** Undefined when it is another person's turn. */
function changeOf(
  deps: ActionDeps,
  transaction: Transaction,
  { action, actor, reason }: WithdrawalDeed,
): TransactionChange | undefined {
  const data = { actor, note: reason };
  switch (action) {
    case 'cancel':
      return { next: { step: 'release', data: { ...data, to: 'cancelled' } } };
    case 'reject':
      return { next: { step: 'release', data: { ...data, to: 'rejected' } } };
    case 'pay':
      return { next: { step: 'pay', data: { ...data, to: 'approved' } } };
    case 'bounce': {
      const returnId = createTransactionId('W');
      return { next: { step: 'return', data: { ...data, to: 'failed', returnId } } };
    }
    case 'approve': {
      const heldCents = negateCents(transaction.requestedCents);
      const isLarge = heldCents > deps.settings.withdrawalFourEyesCents;
      if (!isLarge) return { status: 'processing', approvedBy: actor };
      if (transaction.approvedBy === null) return { approvedBy: actor };
      return transaction.approvedBy === actor ? undefined : { status: 'processing' };
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
