import { toEuros } from '@halyard/core/money';
import { recordAudit } from '#platform/audit/audit.ts';
import type { StepDeps } from '../finish-step.ts';
import { notifyCustomer } from '../notify-customer.ts';
import type { Transaction } from '../transaction.ts';
import { lockTransaction, updateTransaction } from '../transaction-store.ts';

export type DepositCancellation = {
  readonly id: string;
  readonly actor: string;
  readonly note: string;
  readonly mayCancel: (deposit: Transaction) => boolean;
};

/**
 * Cancels an unpaid deposit; undefined if it was paid, ended or put in review meanwhile. A success
 * that the provider reports later is credited or put in review (`settleDeposit`).
 */
export async function cancelDeposit(
  deps: StepDeps,
  { id, actor, note, mayCancel }: DepositCancellation,
): Promise<Transaction | undefined> {
  return await deps.db.kysely.transaction().execute(async (db) => {
    const deposit = await lockTransaction(db, id);
    if (deposit === undefined || !isUnpaid(deposit) || !mayCancel(deposit)) return undefined;
    const atMs = deps.clock.nowMs();
    const change = { status: 'cancelled' } as const;
    const cancelled = await updateTransaction(db, { id, change }, { atMs, actor, note });
    await notifyCustomer(deps, db, cancelled);
    await recordAudit(db, atMs, {
      actor,
      action: 'deposit.cancel',
      subject: `customer:${deposit.customerId}`,
      reason: note,
      after: { transactionId: id, amount: toEuros(deposit.amountCents) },
    });
    return cancelled;
  });
}

function isUnpaid({ status, next, cause }: Transaction): boolean {
  return next === null && cause === null && (status === 'pending' || status === 'processing');
}
