import { assertPresent } from '@halyard/core/assertion';
import { negateCents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Settlement } from './settlement.ts';
import type { Cause, Transaction } from '../transaction.ts';
import { createTransactionId } from '../transaction-id.ts';
import {
  findByCause,
  insertTransaction,
  isReferenceOfAnother,
  lockReference,
} from '../transaction-store.ts';
import type { StageEntry } from '../stage-store.ts';

export type Reversing =
  | { readonly kind: 'take-back'; readonly transaction: Transaction }
  /** The return does not match, and a person must check it. */
  | { readonly kind: 'review'; readonly reason: string };

const OTHER_CAUSE = { refund: 'charge-back', 'charge-back': 'refund' } as const;

/**
 * Writes the refund or charge-back of a credited deposit, in the transaction of a caller who holds
 * its row. There is at most one of each, and their sum does not exceed the deposit.
 */
export async function reverseDeposit(
  db: Kysely<object>,
  deposit: Transaction,
  taken: { readonly settlement: Settlement; readonly entry: StageEntry },
): Promise<Reversing> {
  const { settlement, entry } = taken;
  const cause: Cause = settlement.outcome === 'refunded' ? 'refund' : 'charge-back';
  const { id: originalId } = deposit;
  if (settlement.currency !== deposit.currency) {
    return { kind: 'review', reason: `${cause} in another currency` };
  }
  const amountCents = negateCents(settlement.amountCents);
  const providerReference = ownReferenceOf(deposit, settlement);
  const known = await findByCause(db, { originalId, cause });
  if (known !== undefined) {
    if (known.amountCents !== amountCents) {
      return { kind: 'review', reason: `${cause} of another amount` };
    }
    // The same amount with another reference is a different return.
    return known.providerReference === providerReference
      ? { kind: 'take-back', transaction: known }
      : { kind: 'review', reason: `a second ${cause}` };
  }
  const other = await findByCause(db, { originalId, cause: OTHER_CAUSE[cause] });
  const leftCents = deposit.amountCents + (other?.amountCents ?? 0);
  if (settlement.amountCents <= 0 || settlement.amountCents > leftCents) {
    return { kind: 'review', reason: `${cause} of more than is left` };
  }
  const { customerId, typeId, methodId, provider } = deposit;
  const named = { provider, providerReference, id: originalId };
  if (await isKnownReference(db, named)) {
    return { kind: 'review', reason: `${cause} under the name of another payment` };
  }
  const transaction = await insertTransaction(
    db,
    {
      id: createTransactionId('D'),
      customerId,
      typeId,
      methodId,
      provider,
      providerReference,
      status: 'pending',
      amountCents,
      originalId,
      cause,
      next: { step: 'take-back', data: { to: 'approved', actor: entry.actor } },
    },
    entry,
  );
  return { kind: 'take-back', transaction: assertPresent(transaction, 'a new id is free') };
}

/** Returns the provider's id of the return, if it differs from the payment's. */
function ownReferenceOf({ providerReference }: Transaction, settlement: Settlement): string | null {
  const own = settlement.returnReference ?? null;
  return own === providerReference ? null : own;
}

async function isKnownReference(
  db: Kysely<object>,
  named: Pick<Transaction, 'provider' | 'providerReference' | 'id'>,
): Promise<boolean> {
  const { provider, providerReference, id } = named;
  if (provider === null || providerReference === null) return false;
  await lockReference(db, { provider, providerReference });
  return await isReferenceOfAnother(db, { provider, providerReference, id });
}
