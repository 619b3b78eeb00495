import type { Refusal } from '@halyard/contract/refusals';
import { actOnWithdrawal } from './act-on-withdrawal.ts';
import type { ActionDeps } from './act-on-withdrawal.ts';
import { findTransaction } from './transaction-store.ts';

/** Gives a customer's own pending withdrawal back; again is no harm. */
export async function cancelWithdrawal(
  deps: ActionDeps,
  { id, customerId }: { readonly id: string; readonly customerId: number },
): Promise<Refusal | undefined> {
  const found = await findTransaction(deps.db.kysely, id);
  if (found?.customerId !== customerId) return { code: 'not-found' };
  const actor = `customer:${customerId}`;
  const done = await actOnWithdrawal(deps, { id, action: 'cancel', actor });
  if (done.kind === 'done') return undefined;
  if (done.kind === 'not-found') return { code: 'not-found' };
  return done.transaction.status === 'cancelled' ? undefined : { code: 'transaction-stage' };
}
