import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

/** The balance of a practice account after its opening and after each reset. */
export const PRACTICE_OPENING_CENTS = cents(1_000_000);

/** Returns the unique key of the journal entry that opens a practice account. */
export function practiceOpeningKey(accountId: AccountId): string {
  return `practice-opening:${accountId}`;
}

/**
 * Returns the unique key of a reset of a practice account: `name` is the calendar day, YYYY-MM-DD in
 * UTC, or names a reset by staff.
 */
export function practiceResetKey(accountId: AccountId, name: string): string {
  return `practice-reset:${accountId}:${name}`;
}

/**
 * Returns the journal entry that changes the cash of a practice account by `amountCents`, against
 * house:practice. `key` is its unique key.
 */
export function createPracticePosting(given: {
  readonly accountId: AccountId;
  readonly key: string;
  readonly amountCents: Cents;
  readonly atMs: number;
}): Posting {
  const { accountId: customerId, key, amountCents, atMs } = given;
  return createPosting({
    kind: 'correction',
    reference: key,
    uniqueKey: key,
    atMs,
    entries: [
      { account: 'customer:cash', customerId, amountCents },
      { account: 'house:practice', customerId: null, amountCents: cents(0 - amountCents) },
    ],
  });
}
