import { assert } from '#assertion/assertion.ts';
import { ZERO_CENTS, type Cents } from '#money/money.ts';
import type { AccountId, FinancingBasis } from '#position/position.ts';

export const CUSTOMER_LEDGER_ACCOUNTS = [
  'customer:cash',
  'customer:credit',
  'customer:withdrawal-hold',
  'customer:debt',
] as const;
export const BROKER_LEDGER_ACCOUNTS = [
  'house:trading',
  'house:protection',
  'house:financing',
  'house:bank',
  'house:bonus',
  'house:fees',
  /** Practice money comes from here; the ledger of live accounts never has it. */
  'house:practice',
] as const;
export type LedgerAccount =
  | (typeof CUSTOMER_LEDGER_ACCOUNTS)[number]
  | (typeof BROKER_LEDGER_ACCOUNTS)[number]
  | `house:provider:${string}`;

export type LedgerEntry = {
  readonly account: LedgerAccount;
  /** The customer's account; null for the broker's own accounts. */
  readonly customerId: AccountId | null;
  readonly amountCents: Cents;
};

export const POSTING_KINDS = [
  'trade',
  'protection',
  'shortfall',
  'financing',
  'deposit',
  'withdrawal',
  'bonus',
  'credit',
  'fee',
  'correction',
  'adjustment',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

export type Posting = {
  readonly kind: PostingKind;
  /** What the journal entry belongs to, such as 'position:17' or a transaction id. */
  readonly reference: string;
  /** The idempotency key: at most one journal entry with this key is ever booked. */
  readonly uniqueKey: string;
  readonly atMs: number;
  readonly entries: readonly LedgerEntry[];
  /**
   * Only for overnight financing: the values that the amount was computed from, so that it can be
   * recomputed.
   */
  readonly financing?: FinancingBasis;
};

/**
 * Returns the journal entry after validation. Asserts that it has a reference, a unique key and a
 * time; that lines on customer accounts name a customer; that each line moves something; and that
 * the lines sum to zero.
 */
export function createPosting(posting: Posting): Posting {
  assert(posting.reference !== '', 'a posting names what it belongs to');
  assert(posting.uniqueKey !== '', 'a posting has a unique key');
  assert(Number.isSafeInteger(posting.atMs), 'a posting has a time');
  assert(posting.entries.length > 0, 'a journal entry has lines');

  let sum = 0;
  for (const { account, customerId, amountCents } of posting.entries) {
    assert(
      Number.isSafeInteger(amountCents) && amountCents !== 0,
      'a journal line is in whole cents',
    );
    const isCustomers = account.startsWith('customer:');
    assert(isCustomers === (customerId !== null), 'a customer account, and no other, has an owner');
    sum += amountCents;
    // The floating-point sum is exact, because it stays a safe integer at each step.
    assert(Number.isSafeInteger(sum), 'a posting stays within the safe integers');
  }
  assert(sum === 0, 'the lines of a journal entry sum to zero');
  return posting;
}

/** Returns what an entry moves on one ledger account of a customer, in cents. */
export function movedCents(posting: Posting, account: LedgerAccount, customerId: AccountId): Cents {
  let moved = 0;
  for (const entry of posting.entries) {
    if (entry.account === account && entry.customerId === customerId) moved += entry.amountCents;
  }
  return moved === 0 ? ZERO_CENTS : (moved as Cents);
}
