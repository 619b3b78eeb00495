import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Judged } from '#features/approvals/approvals.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { ActionDeps, Done } from './act-on-withdrawal.ts';
import { mustFinishStep } from './finish-step.ts';
import { isConfirmedByStaff } from './stage.ts';
import { tellCustomer } from './tell-customer.ts';
import type { Transaction } from './transaction.ts';
import { findTransaction, lockTransaction, updateTransaction } from './transaction-store.ts';
import type { StageEntry, TransactionChange } from './transaction-store.ts';
import { bookReturn } from './book-return.ts';
import { deleteClaims } from './claim-store.ts';

export const DEPOSIT_ACTIONS = ['confirm', 'reject', 'review', 'clear', 'book-return'] as const;

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
 * credited yet; `clear` takes the mark off a credited deposit that somebody had to look at, and ends
 * the queries about what was reported of it; `book-return` books the refund or charge-back that was
 * reported and not confirmed.
 */
export async function actOnDeposit(deps: ActionDeps, deed: DepositDeed): Promise<Done> {
  const found = await findTransaction(deps.db.kysely, deed.id);
  if (found === undefined || !DEPOSITS.has(found.typeId)) return { kind: 'not-found' };
  if (found.status === 'opening') return { kind: 'not-found' };
  // What an outage left half done comes first.
  await mustFinishStep(deps, found);
  const judged = await deps.db.kysely.transaction().execute(async (db): Promise<Done> => {
    const transaction = await lockTransaction(db, deed.id);
    if (transaction === undefined) return { kind: 'not-found' };
    const { id, actor, reason, action } = deed;
    const isFromHere = action === 'book-return' || changeOf(transaction, deed) !== undefined;
    if (!isFromHere) return { kind: 'not-now', transaction };
    const approval = await approve(deps, db, { transaction, deed });
    if (approval.kind === 'refused') return { ...approval, transaction };
    const entry = { atMs: deps.clock.nowMs(), actor, note: reason };
    if (approval.kind === 'waiting' && deed.action === 'confirm') {
      await recordAudit(db, entry.atMs, {
        actor,
        action: 'deposit.confirm-first',
        subject: `customer:${transaction.customerId}`,
        reason,
        after: { transactionId: id, amount: toEuros(deed.receivedCents) },
      });
      return { kind: 'waiting', transaction };
    }
    const changed = await write(db, transaction, { deed, entry });
    if (changed === undefined) return { kind: 'not-now', transaction };
    await tellCustomer(deps, db, changed);
    await recordAudit(db, entry.atMs, {
      actor,
      action: `deposit.${action}`,
      subject: `customer:${changed.customerId}`,
      reason,
      after: {
        transactionId: id,
        amount: toEuros(changed.amountCents),
        ...(approval.kind === 'approved' ? { approvedBy: approval.by } : {}),
      },
    });
    return { kind: 'done', transaction: changed };
  });
  if (judged.kind !== 'done') return judged;
  return { kind: 'done', transaction: await mustFinishStep(deps, judged.transaction) };
}

type Case = { readonly transaction: Transaction; readonly deed: DepositDeed };

/** What is confirmed by hand is nobody's word but the approvers'. */
async function approve(
  { approvals }: ActionDeps,
  db: Kysely<object>,
  { transaction, deed }: Case,
): Promise<Judged | { readonly kind: 'not-needed' }> {
  const { id: target, actor, reason } = deed;
  const action = 'deposit-confirmation' as const;
  if (deed.action === 'reject') await approvals.withdraw(db, { action, target });
  if (deed.action !== 'confirm') return { kind: 'not-needed' };
  const { receivedCents: amountCents } = deed;
  const { customerId } = transaction;
  const content = { receivedCents: amountCents };
  const about = { action, target, customerId, amountCents, content } as const;
  return await approvals.judge(db, { ...about, actor, reason });
}

/** Undefined when it is not where this leads on from. */
async function write(
  db: Kysely<object>,
  transaction: Transaction,
  { deed, entry }: { readonly deed: DepositDeed; readonly entry: StageEntry },
): Promise<Transaction | undefined> {
  if (deed.action === 'book-return') return await bookReturn(db, transaction, entry);
  const change = changeOf(transaction, deed);
  if (change === undefined) return undefined;
  // A person has decided about what was reported of it.
  if (deed.action !== 'review') await deleteClaims(db, transaction.id);
  return await updateTransaction(db, { id: transaction.id, change }, entry);
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
    case 'book-return':
      return undefined;
    case 'clear':
      return status === 'approved' && review !== null ? { review: null } : undefined;
  }
}
