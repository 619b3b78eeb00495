import { cents, type Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

export type Correction = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  /** The id of the correction, unique among those of the position. */
  readonly id: string;
  /** The change of the customer's cash in cents; negative when the broker debits it. */
  readonly amountCents: Cents;
  readonly atMs: number;
};

/**
 * Returns the journal entry that corrects a wrong fill; the fill and its own entry stay unchanged.
 */
export function createCorrectionPosting(correction: Correction): Posting {
  const { positionId, accountId, id, amountCents, atMs } = correction;
  const reference = `position:${positionId}`;
  return createPosting({
    kind: 'correction',
    reference,
    uniqueKey: `correction:${reference}:${id}`,
    atMs,
    entries: [
      { account: 'customer:cash', customerId: accountId, amountCents },
      { account: 'house:trading', customerId: null, amountCents: cents(0 - amountCents) },
    ],
  });
}
