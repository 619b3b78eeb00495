import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type LedgerAccount, type LedgerEntry, type Posting } from './posting.ts';

export type Reversed = {
  readonly accountId: AccountId;
  /** The transaction id of the refund or charge-back. */
  readonly reference: string;
  /** The ledger account that the deposit came from and that the reversal returns it to. */
  readonly source: LedgerAccount;
  readonly amountCents: Cents;
  /** The part that the customer's cash covers; the customer owes the rest. */
  readonly coveredCents: Cents;
  readonly atMs: number;
};

/** Returns the unique key of the journal entry of a refund or charge-back. */
export function reversalKey(reference: string): string {
  return `take-back:${reference}`;
}

/**
 * Returns the journal entry of a deposit reversal: customer:cash, then customer:debt → the
 * deposit's origin.
 */
export function createReversalPosting(taken: Reversed): Posting {
  const { accountId: customerId, reference, source, amountCents, coveredCents, atMs } = taken;
  const moved: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId, amountCents: cents(0 - coveredCents) },
    { account: 'customer:debt', customerId, amountCents: cents(coveredCents - amountCents) },
    { account: source, customerId: null, amountCents },
  ];
  return createPosting({
    kind: 'deposit',
    reference,
    uniqueKey: reversalKey(reference),
    atMs,
    entries: moved.filter((entry) => entry.amountCents !== 0),
  });
}
