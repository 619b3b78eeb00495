import { DAY_MS } from '@halyard/core/time';
import type { StepDeps } from './finish-step.ts';
import { tellCustomer } from './tell-customer.ts';
import type { Transaction } from './transaction.ts';
import { listPendingCards, lockTransaction, updateTransaction } from './transaction-store.ts';

/** Who has not gone on to the provider for so long does not mean to. */
const ABANDONED_AFTER_MS = DAY_MS;
const PAGE_LENGTH = 100;

/**
 * Cancels card deposits that were asked for and never handed to their provider, for they count
 * against what the customer may deposit; gives how many. A success that comes all the same is
 * settled as any late one.
 */
export async function endAbandonedDeposits(deps: StepDeps): Promise<number> {
  const createdBeforeMs = deps.clock.nowMs() - ABANDONED_AFTER_MS;
  let ended = 0;
  for (;;) {
    const page = { createdBeforeMs, limit: PAGE_LENGTH };
    const deposits = await listPendingCards(deps.db.kysely, page);
    for (const { id } of deposits) ended += (await endDeposit(deps, id)) ? 1 : 0;
    if (deposits.length < PAGE_LENGTH) return ended;
  }
}

/** False when it was sent, settled or ended meanwhile. */
async function endDeposit(deps: StepDeps, id: string): Promise<boolean> {
  return await deps.db.kysely.transaction().execute(async (db) => {
    const deposit = await lockTransaction(db, id);
    if (deposit === undefined || !isAbandoned(deposit)) return false;
    const entry = { atMs: deps.clock.nowMs(), actor: 'system', note: 'never sent to the provider' };
    const change = { status: 'cancelled' } as const;
    await tellCustomer(deps, db, await updateTransaction(db, { id, change }, entry));
    return true;
  });
}

function isAbandoned({ status, attempt, next }: Transaction): boolean {
  return status === 'pending' && attempt === 0 && next === null;
}
