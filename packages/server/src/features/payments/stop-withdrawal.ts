import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CancelledNotice, Outcome } from '#engine/engine.ts';
import type { CompleteDeps } from './complete-step.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import type { EndDeps } from './end-withdrawal.ts';
import type { NextStep, Transaction } from './transaction.ts';
import { lockTransaction, updateTransaction } from './transaction-store.ts';

type Stopped = {
  readonly next: NextStep;
  readonly rejection: Extract<Outcome, { kind: 'refused' }>['rejection'];
};

/**
 * Reverts a withdrawal's payment or release that the engine rejected. If the engine has used or
 * released its hold meanwhile, the withdrawal is cancelled; otherwise it stays approved, and the
 * next payout has a new id, because the engine answers each id once.
 */
export async function stopWithdrawal(
  deps: Pick<CompleteDeps, 'db' | 'clock'> & EndDeps,
  id: string,
  { next, rejection }: Stopped,
): Promise<Transaction> {
  return await deps.db.kysely.transaction().execute(async (db) => {
    const current = assertPresent(await lockTransaction(db, id), `transaction ${id} is there`);
    // Another caller has already written the consequences of the same answer of the engine.
    if (current.next?.step !== next.step) return current;
    const atMs = deps.clock.nowMs();
    if (rejection.code === 'not-found') {
      const cause = await findCause(db, current);
      const cancelled = { reference: id, cause, atMs };
      return assertPresent(await endWithdrawal(deps, db, cancelled), 'it is there');
    }
    const entry = {
      atMs,
      actor: next.data.actor,
      note: `the engine refused it: ${rejection.code}`,
    };
    const change = { next: null, attempt: current.attempt + 1 };
    return await updateTransaction(db, { id, change }, entry);
  });
}

/** Finds why the engine cancelled the withdrawal; it commits its notification with the cancellation. */
async function findCause(
  db: Kysely<object>,
  { id, customerId }: Transaction,
): Promise<CancelledNotice['cause']> {
  const { rows } = await sql<{ cause: CancelledNotice['cause'] }>`
    select facts ->> 'cause' as cause from account_notices
    where account_id = ${customerId} and kind = 'withdrawal-cancelled'
      and facts ->> 'reference' = ${id}`.execute(db);
  return assertPresent(rows[0], `the engine has cancelled ${id}`).cause;
}
