// Books a refund or charge-back on the word of a person: its provider reported it, and its answer to
// our query does not confirm it.
import { addCents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { deleteClaims, listClaims } from './claim-store.ts';
import { takeBackDeposit } from './take-back-deposit.ts';
import type { Transaction } from './transaction.ts';
import { findByCause, updateTransaction } from './transaction-store.ts';
import type { StageEntry } from './transaction-store.ts';

/**
 * Writes it over what is left of the deposit, in the transaction of a caller who holds its row, and
 * takes the mark off the deposit. Undefined when nothing was reported, or nothing is left.
 */
export async function bookReturn(
  db: Kysely<object>,
  deposit: Transaction,
  entry: StageEntry,
): Promise<Transaction | undefined> {
  const { id, provider, currency, status, next } = deposit;
  if (provider === null || status !== 'approved' || next !== null) return undefined;
  const claim = (await listClaims(db, id)).find(({ outcome }) => outcome !== 'succeeded');
  if (claim === undefined || claim.outcome === 'succeeded') return undefined;
  const { outcome } = claim;
  const otherCause = outcome === 'refunded' ? 'charge-back' : 'refund';
  const other = await findByCause(db, { originalId: id, cause: otherCause });
  const amountCents =
    other === undefined ? deposit.amountCents : addCents(deposit.amountCents, other.amountCents);
  const settlement = {
    transactionId: id,
    provider,
    providerReference: deposit.providerReference ?? id,
    outcome,
    amountCents,
    currency,
    evidence: {},
  } as const;
  const taken = await takeBackDeposit(db, deposit, { settlement, entry });
  if (taken.kind === 'review') return undefined;
  await deleteClaims(db, id);
  if (deposit.review !== null) {
    await updateTransaction(db, { id, change: { review: null } }, entry);
  }
  return taken.transaction;
}
