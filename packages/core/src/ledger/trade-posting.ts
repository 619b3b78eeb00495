import { cents, negateCents, type Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { createPosting, type LedgerEntry, type Posting } from './posting.ts';

export type Trade = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  readonly atMs: number;
  /** The change of the customer's cash by the profit, in cents; negative for a loss. */
  readonly cashCents: Cents;
  readonly creditCents: Cents;
  /** The part of the market loss that a guarantee spared the customer; not negative. */
  readonly sparedCents: Cents;
};

/**
 * Returns the journal entry of a closed position: the customer's cash and credit against
 * house:trading, which books the market result, while house:protection bears the spared part. Null
 * when nothing moves.
 */
export function createTradePosting(trade: Trade): Posting | null {
  const { positionId, atMs } = trade;
  const entries = entriesOf(trade);
  if (entries.length === 0) return null;

  const reference = `position:${positionId}`;
  return createPosting({
    kind: 'trade',
    reference,
    uniqueKey: `trade:${reference}`,
    atMs,
    entries,
  });
}

function entriesOf(trade: Trade): readonly LedgerEntry[] {
  const { accountId: customerId, cashCents, creditCents, sparedCents } = trade;
  const brokerCents = cents(sparedCents - cashCents - creditCents);
  const cash: LedgerEntry = { account: 'customer:cash', customerId, amountCents: cashCents };
  const broker: LedgerEntry = {
    account: 'house:trading',
    customerId: null,
    amountCents: brokerCents,
  };
  // A fast path for the common case: a price gap can close 100,000 positions at once, and filtering
  // the lines would cost as much as everything else.
  if (cashCents !== 0 && creditCents === 0 && sparedCents === 0) return [cash, broker];
  return [
    cash,
    { account: 'customer:credit', customerId, amountCents: creditCents } as const,
    broker,
    {
      account: 'house:protection',
      customerId: null,
      amountCents: negateCents(sparedCents),
    } as const,
  ].filter(({ amountCents }) => amountCents !== 0);
}

type Protection = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly amountCents: Cents;
};

/**
 * Returns the journal entry of negative balance protection: house:protection pays `amountCents` to
 * the customer's cash after the account's last position, `positionId`, closed.
 */
export function createProtectionPosting(protection: Protection): Posting {
  const { positionId, accountId, atMs, amountCents } = protection;
  const reference = `position:${positionId}`;
  return createPosting({
    kind: 'protection',
    reference,
    uniqueKey: `protection:${reference}`,
    atMs,
    entries: [
      { account: 'customer:cash', customerId: accountId, amountCents },
      { account: 'house:protection', customerId: null, amountCents: cents(0 - amountCents) },
    ],
  });
}

/**
 * Returns the journal entry of a negative balance on an account with shared protection after its
 * last position, `positionId`, closed: customer:debt pays `amountCents` to customer:cash until
 * staff decide who bears it.
 */
export function createShortfallPosting(protection: Protection): Posting {
  const { positionId, accountId: customerId, atMs, amountCents } = protection;
  return createPosting({
    kind: 'shortfall',
    reference: `position:${positionId}`,
    uniqueKey: shortfallKey(positionId),
    atMs,
    entries: [
      { account: 'customer:cash', customerId, amountCents },
      { account: 'customer:debt', customerId, amountCents: cents(0 - amountCents) },
    ],
  });
}

/** Returns the unique key of the journal entry of the shortfall that a position left. */
export function shortfallKey(positionId: PositionId): string {
  return `shortfall:position:${positionId}`;
}
