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

/** The unique key of the one posting that sets aside what a withdrawal takes. */
export function holdKey(reference: string): string {
  return `hold:${reference}`;
}

/** The unique key of the one posting that gives it back. */
export function releaseKey(reference: string): string {
  return `release:${reference}`;
}

/** The posting that sets an amount aside: customer:cash → customer:withdrawal-hold. */
export function createHoldPosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: holdKey(hold.reference),
    atMs: hold.atMs,
    entries: movedToHold(hold, hold.amountCents),
  });
}

/** The posting that sets it free: customer:withdrawal-hold → customer:cash. */
export function createReleasePosting(hold: Hold): Posting {
  return createPosting({
    kind: 'withdrawal',
    reference: hold.reference,
    uniqueKey: releaseKey(hold.reference),
    atMs: hold.atMs,
    entries: movedToHold(hold, cents(0 - hold.amountCents)),
  });
}

/** What is set aside, and what of it the house keeps as its fee. */
export type Payout = Hold & {
  readonly feeCents: Cents;
  /** How many payouts of the withdrawal were refused before; none when absent. */
  readonly attempt?: number;
};

/**
 * The posting that pays it out: customer:withdrawal-hold → house:bank, less a fee → house:fees. At
 * most one a withdrawal: the engine pays out what is set aside, and then nothing is.
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
