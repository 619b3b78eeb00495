import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type LedgerEntry, type Posting } from './posting.ts';

/** An amount that is set aside for a withdrawal, or set free again. */
export type Hold = {
  readonly accountId: AccountId;
  /** The withdrawal's transaction id. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** The posting that sets an amount aside: customer:cash → customer:withdrawal-hold. */
export function createHoldPosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: `hold:${hold.reference}`,
    atMs: hold.atMs,
    entries: movedToHold(hold, hold.amountCents),
  });
}

/** The posting that sets it free: customer:withdrawal-hold → customer:cash. */
export function createReleasePosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: `release:${hold.reference}`,
    atMs: hold.atMs,
    entries: movedToHold(hold, cents(0 - hold.amountCents)),
  });
}

function movedToHold({ accountId }: Hold, amountCents: Cents): readonly LedgerEntry[] {
  const cashCents = cents(0 - amountCents);
  return [
    { account: 'customer:cash', customerId: accountId, amountCents: cashCents },
    { account: 'customer:withdrawal-hold', customerId: accountId, amountCents },
  ];
}
