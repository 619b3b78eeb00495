import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type LedgerAccount, type LedgerEntry, type Posting } from './posting.ts';

export type TakenBack = {
  readonly accountId: AccountId;
  /** The transaction id of the refund or charge-back. */
  readonly reference: string;
  /** Where the deposit had come from, and goes back to. */
  readonly source: LedgerAccount;
  readonly amountCents: Cents;
  /** What of it the customer's cash covers; the rest they owe. */
  readonly coveredCents: Cents;
  readonly atMs: number;
};

/** The unique key of the one posting of a refund or charge-back. */
export function takeBackKey(reference: string): string {
  return `take-back:${reference}`;
}

/** The posting that takes a deposit back: customer:cash, then customer:debt → where it came from. */
export function createTakeBackPosting(taken: TakenBack): Posting {
  const { accountId: customerId, reference, source, amountCents, coveredCents, atMs } = taken;
  const moved: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId, amountCents: cents(0 - coveredCents) },
    { account: 'customer:debt', customerId, amountCents: cents(coveredCents - amountCents) },
    { account: source, customerId: null, amountCents },
  ];
  return createPosting({
    kind: 'deposit',
    reference,
    uniqueKey: takeBackKey(reference),
    atMs,
    entries: moved.filter((entry) => entry.amountCents !== 0),
  });
}
