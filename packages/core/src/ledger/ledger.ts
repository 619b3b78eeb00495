// Double entry, append only. A posting's entries sum to zero; corrections are new postings.
import type { Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';

export const CUSTOMER_LEDGER_ACCOUNTS = [
  'customer:cash',
  'customer:credit',
  'customer:withdrawal-hold',
  'customer:debt',
] as const;
export const HOUSE_LEDGER_ACCOUNTS = [
  'house:trading',
  'house:protection',
  'house:financing',
  'house:bank',
  'house:bonus',
  'house:fees',
] as const;
export type LedgerAccount =
  | (typeof CUSTOMER_LEDGER_ACCOUNTS)[number]
  | (typeof HOUSE_LEDGER_ACCOUNTS)[number]
  | `house:provider:${string}`;

export type LedgerEntry = {
  readonly account: LedgerAccount;
  /** Whose account; null for the house's own. */
  readonly customerId: AccountId | null;
  readonly amountCents: Cents;
};

export const POSTING_KINDS = [
  'trade',
  'protection',
  'financing',
  'deposit',
  'withdrawal',
  'bonus',
  'credit',
  'fee',
  'correction',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

export type Posting = {
  readonly kind: PostingKind;
  /** What it belongs to, such as 'position:17' or a transaction id. */
  readonly reference: string;
  /** At most one posting with this key is ever booked. */
  readonly uniqueKey: string;
  readonly atMs: number;
  readonly entries: readonly LedgerEntry[];
};
