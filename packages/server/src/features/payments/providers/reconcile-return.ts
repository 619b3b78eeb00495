// Reconciles a return in a provider's list, because the message about it may have been lost.
import { findByCause } from '../transaction-store.ts';
import { settleAnswer } from './settle-event.ts';
import type { JudgeDeps } from './settle-event.ts';
import { amountOf } from './money-text.ts';
import type { ProviderPayment } from './payment-store.ts';
import type { ProviderEvent } from './provider.ts';

/** Books a return if necessary; returns the difference, or undefined if there was none. */
export async function reconcileReturn(
  deps: JudgeDeps,
  payment: ProviderPayment,
  theirs: ProviderEvent,
): Promise<string | undefined> {
  const { transactionId: originalId } = payment;
  const cause = theirs.outcome === 'refunded' ? 'refund' : 'charge-back';
  const known = await findByCause(deps.db.kysely, { originalId, cause });
  const became = await settleAnswer(deps, payment, theirs);
  const description = `${originalId}: ${amountOf(theirs)} was ${theirs.outcome} there`;
  if (became === 'in-review') return `${description}, and a person must look.`;
  return known === undefined ? `${description}, and only now here.` : undefined;
}
