import { assertPresent } from '@halyard/core/assertion';
import { negateCents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { notifyCustomer } from './notify-customer.ts';
import { TYPE } from './transaction.ts';
import type { NextStep, Transaction } from './transaction.ts';
import {
  findByCause,
  insertTransaction,
  lockTransaction,
  updateTransaction,
} from './transaction-store.ts';
import type { TransactionChange } from './transaction-store.ts';
import type { StageEntry } from './stage-store.ts';

export type CompleteDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator'>;
};

/** Writes the consequences of a step that the engine has booked, exactly once. */
export async function completeStep(
  deps: CompleteDeps,
  id: string,
  done: NextStep,
): Promise<Transaction> {
  return await deps.db.kysely.transaction().execute(async (db) => {
    const current = assertPresent(await lockTransaction(db, id), `transaction ${id} is there`);
    // Another caller has already written the consequences of the same answer of the engine.
    if (current.next?.step !== done.step) return current;
    const { actor, note } = done.data;
    const entry = { atMs: deps.clock.nowMs(), actor, note };
    const change = changeOf(current, done, entry.atMs);
    const changed = await updateTransaction(db, { id, change }, entry);
    await followUp(deps, db, { transaction: changed, done, entry });
    await notifyCustomer(deps, db, changed);
    return changed;
  });
}

function changeOf(
  { cause }: Transaction,
  { step, data }: NextStep,
  atMs: number,
): TransactionChange {
  if (step === 'take-back' && cause === 'charge-back') return { next: { step: 'restrict', data } };
  const isSettled = step === 'credit' || step === 'pay' || step === 'take-back';
  const settled = isSettled || step === 'restrict' ? { settledAtMs: atMs } : {};
  return { status: data.to, next: null, ...settled };
}

type Completed = {
  readonly transaction: Transaction;
  readonly done: NextStep;
  readonly entry: StageEntry;
};

async function followUp(
  deps: CompleteDeps,
  db: Kysely<object>,
  { transaction, done, entry }: Completed,
): Promise<void> {
  const { step, data } = done;
  if (step === 'return') {
    const back = await insertTransaction(
      db,
      {
        id: assertPresent(data.returnId, 'a returned payout has its own transaction'),
        customerId: transaction.customerId,
        typeId: TYPE.withdrawalReturned,
        status: 'approved',
        amountCents: negateCents(transaction.amountCents),
        originalId: transaction.id,
        cause: 'return',
        settledAtMs: entry.atMs,
      },
      entry,
    );
    await notifyCustomer(deps, db, assertPresent(back, 'what comes back is written once'));
    return;
  }
  if (step === 'hold' || step === 'release' || step === 'pay') {
    await followWithFee(db, { transaction, entry });
  }
}

/** Gives the fee the status of its withdrawal. */
export async function followWithFee(
  db: Kysely<object>,
  { transaction, entry }: { readonly transaction: Transaction; readonly entry: StageEntry },
): Promise<void> {
  const fee = await findByCause(db, { originalId: transaction.id, cause: 'fee' });
  if (fee === undefined) return;
  const { status, settledAtMs } = transaction;
  await updateTransaction(db, { id: fee.id, change: { status, settledAtMs } }, entry);
}
