// Books a refund or charge-back by a person's decision: the provider reported it, and its reply to
// our inquiry does not confirm it.
import { addCents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { deleteClaims, listClaims } from '../claim-store.ts';
import { reverseDeposit } from './reverse-deposit.ts';
import type { Transaction } from '../transaction.ts';
import { findByCause, updateTransaction } from '../transaction-store.ts';
import type { StageEntry } from '../stage-store.ts';

export type ReportedReturn = {
  readonly outcome: 'refunded' | 'charged-back';
  /** The amount that remains of the deposit. */
  readonly amountCents: Cents;
  readonly claimedAtMs: number;
};

/**
 * Returns the last claim about a credited deposit; undefined if there is none, or nothing remains.
 */
export async function findReturn(
  db: Kysely<object>,
  deposit: Transaction,
): Promise<ReportedReturn | undefined> {
  const { id, provider, status, next } = deposit;
  if (provider === null || status !== 'approved' || next !== null) return undefined;
  const claim = (await listClaims(db, id)).find(({ outcome }) => outcome !== 'succeeded');
  if (claim === undefined || claim.outcome === 'succeeded') return undefined;
  const { outcome, claimedAtMs } = claim;
  const otherCause = outcome === 'refunded' ? 'charge-back' : 'refund';
  const other = await findByCause(db, { originalId: id, cause: otherCause });
  const amountCents =
    other === undefined ? deposit.amountCents : addCents(deposit.amountCents, other.amountCents);
  return amountCents > 0 ? { outcome, amountCents, claimedAtMs } : undefined;
}

export type Returned = { readonly returned: ReportedReturn; readonly entry: StageEntry };

/**
 * Books the rest of the deposit in the transaction of a caller who holds its row, and removes the
 * mark. Undefined if it contradicts earlier reversals.
 */
export async function bookReturn(
  db: Kysely<object>,
  deposit: Transaction,
  { returned, entry }: Returned,
): Promise<Transaction | undefined> {
  const { id, provider, currency } = deposit;
  if (provider === null) return undefined;
  const settlement = {
    ...returned,
    transactionId: id,
    provider,
    providerReference: deposit.providerReference ?? id,
    currency,
    evidence: {},
  };
  const taken = await reverseDeposit(db, deposit, { settlement, entry });
  if (taken.kind === 'review') return undefined;
  await deleteClaims(db, id);
  if (deposit.review !== null) {
    await updateTransaction(db, { id, change: { review: null } }, entry);
  }
  return taken.transaction;
}
