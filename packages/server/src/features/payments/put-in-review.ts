import { assertPresent } from '@halyard/core/assertion';
import type { CompleteDeps } from './complete-step.ts';
import { notifyCustomer } from './notify-customer.ts';
import type { Transaction } from './transaction.ts';
import { lockTransaction, updateTransaction } from './transaction-store.ts';

/** Gives a credit that could not be booked to a person, once. */
export async function putInReview(
  deps: CompleteDeps,
  id: string,
  review: string,
): Promise<Transaction> {
  return await deps.db.kysely.transaction().execute(async (db) => {
    const current = assertPresent(await lockTransaction(db, id), `transaction ${id} is there`);
    // Another caller has already written the consequences of the same answer of the engine.
    if (current.next?.step !== 'credit') return current;
    const { actor } = current.next.data;
    const entry = { atMs: deps.clock.nowMs(), actor, note: review };
    const change = { status: 'in-review', review, next: null } as const;
    const changed = await updateTransaction(db, { id, change }, entry);
    await notifyCustomer(deps, db, changed);
    return changed;
  });
}
