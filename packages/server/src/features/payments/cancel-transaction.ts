import type { Rejection } from '@halyard/contract/rejections';
import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { actOnWithdrawal } from './withdrawals/withdrawals.ts';
import type { ActionDeps } from './action.ts';
import { cancelDeposit } from './deposits/deposits.ts';
import type { Transaction } from './transaction.ts';
import { findTransaction } from './transaction-store.ts';

const DEPOSITS: ReadonlySet<number> = new Set(TRANSACTION_TABS.deposits);

type CancelRequest = { readonly id: string; readonly customerId: number };

/** Cancels a customer's own pending withdrawal or unpaid deposit; repeating it changes nothing. */
export async function cancelTransaction(
  deps: ActionDeps,
  { id, customerId }: CancelRequest,
): Promise<Rejection | undefined> {
  const found = await findTransaction(deps.db.kysely, id);
  if (found?.customerId !== customerId) return { code: 'not-found' };
  if (found.status === 'cancelled') return undefined;
  const isDone = DEPOSITS.has(found.typeId)
    ? await endDeposit(deps, found)
    : await endWithdrawal(deps, found);
  return isDone ? undefined : { code: 'transaction-stage' };
}

async function endDeposit(deps: ActionDeps, { id, customerId }: Transaction): Promise<boolean> {
  const done = await cancelDeposit(deps, {
    id,
    actor: `customer:${customerId}`,
    note: 'cancelled by the customer',
    mayCancel: (deposit) => deposit.customerId === customerId,
  });
  return done !== undefined || (await isCancelled(deps, id));
}

async function endWithdrawal(deps: ActionDeps, { id, customerId }: Transaction): Promise<boolean> {
  const actor = `customer:${customerId}`;
  const done = await actOnWithdrawal(deps, { id, action: 'cancel', actor });
  return done.kind === 'done' || (await isCancelled(deps, id));
}

/** Returns whether another caller has cancelled it already. */
async function isCancelled(deps: ActionDeps, id: string): Promise<boolean> {
  return (await findTransaction(deps.db.kysely, id))?.status === 'cancelled';
}
