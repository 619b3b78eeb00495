import { cents, type Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { createPosting, type Posting } from './posting.ts';

export type Correction = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  /** At most one correction of the position has it. */
  readonly id: string;
  /** What it moves on the customer's cash, negative when the house takes it back. */
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** The posting that makes good for a wrong fill; the fill and what it booked stay as they are. */
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
