// Journal entries of a shortfall after the staff's decision: the debt ends, and house:protection
// bears what linked accounts of the same person do not cover.
import { cents, type Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

export type ShortfallPart = {
  /** The position whose close left the shortfall. */
  readonly positionId: PositionId;
  /** The account whose debt ends, or that covers a part of it. */
  readonly accountId: AccountId;
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** Returns the journal entry that ends the debt of a shortfall: house:protection pays all of it. */
export function createShortfallEndPosting(part: ShortfallPart): Posting {
  const { positionId, accountId: customerId, amountCents, atMs } = part;
  return createPosting({
    kind: 'correction',
    reference: `position:${positionId}`,
    uniqueKey: `shortfall-end:position:${positionId}`,
    atMs,
    entries: [
      { account: 'customer:debt', customerId, amountCents },
      { account: 'house:protection', customerId: null, amountCents: cents(0 - amountCents) },
    ],
  });
}

/**
 * Returns the journal entry by which a linked account covers a part of a shortfall: its cash goes
 * to house:protection, at most one per account and decision. The engine accepts at most what is
 * withdrawable. A rejected part can be decided again, so the key contains the time of the decision.
 */
export function createShortfallCoverPosting(part: ShortfallPart): Posting {
  const { positionId, accountId: customerId, amountCents, atMs } = part;
  return createPosting({
    kind: 'correction',
    reference: `position:${positionId}`,
    uniqueKey: `shortfall-cover:position:${positionId}:${customerId}:${atMs}`,
    atMs,
    entries: [
      { account: 'customer:cash', customerId, amountCents: cents(0 - amountCents) },
      { account: 'house:protection', customerId: null, amountCents },
    ],
  });
}
