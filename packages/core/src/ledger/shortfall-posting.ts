// What becomes of a shortfall once staff have decided: the debt ends, and house:protection bears what
// the linked accounts of the same person do not cover.
import { cents, type Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

export type ShortfallPart = {
  /** Whose closing left the shortfall. */
  readonly positionId: PositionId;
  /** Whose debt ends, or who covers a part of it. */
  readonly accountId: AccountId;
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** The posting that ends the debt of a shortfall: house:protection pays all of it. */
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
 * The posting by which a linked account covers a part of a shortfall, at most one of each account and
 * decision: its cash goes to house:protection. The engine lets it take no more than could be withdrawn.
 * What it has refused can be decided again: the time of the decision is part of the key.
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
