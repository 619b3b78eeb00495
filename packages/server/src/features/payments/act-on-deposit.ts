import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Done } from './act-on-withdrawal.ts';
import { mustFinishStep } from './finish-step.ts';
import type { StepDeps } from './finish-step.ts';
import { isConfirmedByStaff } from './stage.ts';
import { tellCustomer } from './tell-customer.ts';
import type { Transaction } from './transaction.ts';
import { findTransaction, lockTransaction, updateTransaction } from './transaction-store.ts';
import type { TransactionChange } from './transaction-store.ts';

export const DEPOSIT_ACTIONS = ['confirm', 'reject', 'review', 'clear'] as const;

export type DepositDeed = {
  readonly id: string;
  readonly actor: string;
  readonly reason: string;
} & (
  | {
      readonly action: 'confirm';
      /** What arrived; it is what is credited. */
      readonly receivedCents: Cents;
    }
  | { readonly action: Exclude<(typeof DEPOSIT_ACTIONS)[number], 'confirm'> }
);

const DEPOSITS: ReadonlySet<number> = new Set(TRANSACTION_TABS.deposits);

/**
 * Does what a person decided about a deposit. `confirm` credits what arrived: of the methods that
 * staff confirm, and of whatever is in review. `reject` and `review` end or put aside what is not
 * credited yet; `clear` takes the mark off a credited deposit that somebody had to look at.
 */
export async function actOnDeposit(deps: StepDeps, deed: DepositDeed): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, deed.id);
  if (found === undefined || !DEPOSITS.has(found.typeId)) return { kind: 'not-found' };
  if (found.status === 'opening') return { kind: 'not-found' };
  // What an outage left half done comes first.
  await mustFinishStep(deps, found);
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, deed.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const change = changeOf(transaction, deed);
    if (change === undefined) return { kind: 'not-now', transaction };
    const { id, actor, reason, action } = deed;
    const entry = { atMs: deps.clock.nowMs(), actor, note: reason };
    const changed = await updateTransaction(db, { id, change }, entry);
    await tellCustomer(deps, db, changed);
    await recordAudit(db, entry.atMs, {
      actor,
      action: `deposit.${action}`,
      subject: `customer:${changed.customerId}`,
      reason,
      after: { transactionId: id, amount: toEuros(changed.amountCents) },
    });
    return { kind: 'done', transaction: changed };
  });
  if (judged.kind !== 'done') return judged;
  return { kind: 'done', transaction: await mustFinishStep(deps, judged.transaction) };
}

/** Undefined when it is not where this leads on from. */
function changeOf(transaction: Transaction, deed: DepositDeed): TransactionChange | undefined {
  const { status, review, typeId } = transaction;
  if (transaction.next !== null || transaction.cause !== null) return undefined;
  const isOpen = status === 'pending' || status === 'processing';
  switch (deed.action) {
    case 'confirm': {
      const isTheirs = isOpen && isConfirmedByStaff(typeId);
      if (!isTheirs && status !== 'in-review') return undefined;
      const data = { to: 'approved', actor: deed.actor, note: deed.reason } as const;
      const amountCents = deed.receivedCents;
      return { amountCents, review: null, next: { step: 'credit', data } };
    }
    case 'reject':
      if (!isOpen && status !== 'in-review') return undefined;
      return { status: 'rejected', review: null };
    case 'review':
      return isOpen ? { status: 'in-review', review: deed.reason } : undefined;
    case 'clear':
      return status === 'approved' && review !== null ? { review: null } : undefined;
  }
}
