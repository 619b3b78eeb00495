import { cents, type Cents } from '#money/money.ts';
import type { AccountId, FinancingBasis, PositionId } from '#position/position.ts';
import { createPosting, type LedgerEntry, type Posting } from './posting.ts';

export type Charge = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  readonly atMs: number;
  /** The change of the customer's cash in cents; negative when the customer pays. */
  readonly cashCents: Cents;
  readonly creditCents: Cents;
};

/**
 * Returns the journal entry of one day's financing of a position, paid by or to the customer; at
 * most one per position and calendar day in New York.
 */
export function createFinancingPosting(
  charge: Charge & { readonly financing: FinancingBasis },
  day: string,
): Posting {
  const { positionId, atMs, financing } = charge;
  return createPosting({
    kind: 'financing',
    reference: `position:${positionId}`,
    uniqueKey: financingKey(positionId, day),
    atMs,
    entries: entriesOf(charge, 'house:financing'),
    financing,
  });
}

/** Returns the journal entry of the GSLO premium of a position. */
export function createProtectionFeePosting(charge: Charge): Posting {
  const reference = `position:${charge.positionId}`;
  return createPosting({
    kind: 'fee',
    reference,
    uniqueKey: protectionFeeKey(charge.positionId),
    atMs: charge.atMs,
    entries: entriesOf(charge, 'house:fees'),
  });
}

/** Returns the unique key of the journal entry for one calendar day in New York. */
export function financingKey(positionId: PositionId, day: string): string {
  return `financing:${day}:position:${positionId}`;
}

/** Returns the unique key of the journal entry of a GSLO premium. */
export function protectionFeeKey(positionId: PositionId): string {
  return `protection-fee:position:${positionId}`;
}

/** Returns the journal lines of a charge against one of the broker's accounts. */
export function entriesOf(
  { accountId, cashCents, creditCents }: Charge,
  broker: 'house:financing' | 'house:fees' | 'house:trading',
): readonly LedgerEntry[] {
  const moved: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId: accountId, amountCents: cashCents },
    { account: 'customer:credit', customerId: accountId, amountCents: creditCents },
    { account: broker, customerId: null, amountCents: cents(0 - cashCents - creditCents) },
  ];
  return moved.filter(({ amountCents }) => amountCents !== 0);
}
