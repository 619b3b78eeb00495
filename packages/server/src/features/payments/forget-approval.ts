import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { lockTransaction, updateTransaction } from './transaction-store.ts';

export type Forgotten = { readonly id: string; readonly actor: string; readonly reason: string };

/**
 * Resets a withdrawal whose first approval is withdrawn, so that it waits for its first approval
 * again. Runs in the caller's transaction, before the approval row changes: approving locks both in
 * the same order.
 */
export async function forgetApproval(
  { clock }: { readonly clock: Clock },
  tx: Kysely<object>,
  { id, actor, reason }: Forgotten,
): Promise<void> {
  const transaction = await lockTransaction(tx, id);
  if (transaction?.status !== 'pending' || transaction.approvedBy === null) return;
  const entry = { atMs: clock.nowMs(), actor, note: reason };
  await updateTransaction(tx, { id, change: { approvedBy: null } }, entry);
}
