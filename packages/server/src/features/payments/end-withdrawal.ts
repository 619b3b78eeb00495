import { assert } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { CancelledNotice } from '#engine/engine.ts';
import type { Approvals } from '#features/approvals/approvals.ts';
import { followWithFee } from './complete-step.ts';
import { TYPE } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import { lockTransaction, updateTransaction } from './transaction-store.ts';

/** The actor of a withdrawal that the engine cancelled. */
const ENGINE = 'engine';
const NOTES = {
  loss: 'a loss left the balance below zero: what was set aside covers it',
  'take-back': 'a deposit was taken back: what was set aside covers it',
} as const;

export type EndDeps = { readonly approvals: Pick<Approvals, 'withdrawHeld'> };

/**
 * Records in the caller's transaction that the engine has cancelled a withdrawal and released its
 * money. A pending step is dropped, and its approvals no longer count.
 */
export async function endWithdrawal(
  { approvals }: EndDeps,
  db: Kysely<object>,
  {
    reference: id,
    cause,
    atMs,
  }: Pick<CancelledNotice, 'reference' | 'cause'> & { readonly atMs: number },
): Promise<Transaction | undefined> {
  const transaction = await lockTransaction(db, id);
  // Holds that don't belong to a withdrawal have no row, so there is nothing to record.
  if (transaction === undefined || transaction.status === 'cancelled') return transaction;
  assert(transaction.typeId === TYPE.withdrawal, `${id} is a withdrawal`);
  await approvals.withdrawHeld(db, { action: 'withdrawal', target: id });
  const entry = { atMs, actor: ENGINE, note: NOTES[cause] };
  const change = { status: 'cancelled', next: null } as const;
  const ended = await updateTransaction(db, { id, change }, entry);
  await followWithFee(db, { transaction: ended, entry });
  return ended;
}
