import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { createPosting, type LedgerEntry, type Posting } from './posting.ts';

/** An amount to hold for a withdrawal, or to release. */
export type Hold = {
  readonly accountId: AccountId;
  /** The withdrawal's transaction id. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** Returns the unique key of the journal entry that holds a withdrawal's funds. */
export function holdKey(reference: string): string {
  return `hold:${reference}`;
}

/** Returns the unique key of the journal entry that releases a withdrawal's funds. */
export function releaseKey(reference: string): string {
  return `release:${reference}`;
}

/** Returns the journal entry that holds an amount: customer:cash → customer:withdrawal-hold. */
export function createHoldPosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: holdKey(hold.reference),
    atMs: hold.atMs,
    entries: movedToHold(hold, hold.amountCents),
  });
}

/** Returns the journal entry that releases held funds: customer:withdrawal-hold → customer:cash. */
export function createReleasePosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: releaseKey(hold.reference),
    atMs: hold.atMs,
    entries: movedToHold(hold, cents(0 - hold.amountCents)),
  });
}

/** A payout: the held amount, and the part that the broker keeps as its fee. */
export type Payout = Hold & {
  readonly feeCents: Cents;
  /** The number of earlier payouts of the withdrawal that were rejected; absent means none. */
  readonly attempt?: number;
};

/**
 * Returns the payout's journal entry: customer:withdrawal-hold → house:bank, less a fee →
 * house:fees. At most one per withdrawal, because the engine pays only held funds.
 */
export function createPayoutPosting(payout: Payout): Posting {
  const { accountId, reference, amountCents, feeCents, atMs, attempt = 0 } = payout;
  const paid: LedgerEntry = {
    account: 'house:bank',
    customerId: null,
    amountCents: cents(amountCents - feeCents),
  };
  const fee: LedgerEntry = { account: 'house:fees', customerId: null, amountCents: feeCents };
  return createPosting({
    kind: 'withdrawal',
    reference,
    uniqueKey: attempt === 0 ? `payout:${reference}` : `payout:${reference}:${attempt}`,
    atMs,
    entries: [
      {
        account: 'customer:withdrawal-hold',
        customerId: accountId,
        amountCents: cents(0 - amountCents),
      },
      ...(feeCents === 0 ? [paid] : [paid, fee]),
    ],
  });
}

function movedToHold({ accountId }: Hold, amountCents: Cents): readonly LedgerEntry[] {
  const cashCents = cents(0 - amountCents);
  return [
    { account: 'customer:cash', customerId: accountId, amountCents: cashCents },
    { account: 'customer:withdrawal-hold', customerId: accountId, amountCents },
  ];
}
