import { cents, type Cents } from '#money/money.ts';
import type { AccountId, FinancingBasis, PositionId } from '#position/position.ts';
import { createPosting, type LedgerEntry, type Posting } from './posting.ts';

export type Charge = {
  readonly positionId: PositionId;
  readonly accountId: AccountId;
  readonly atMs: number;
  /** What it moves on the customer's cash and credit, negative when the customer pays. */
  readonly cashCents: Cents;
  readonly creditCents: Cents;
};

/**
 * The posting of one night's financing of a position, which the customer pays or is paid; at
 * most one for each position and calendar day of New York.
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

/** The posting of what the guarantee of a protected position costs at its opening. */
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

/** The unique key of the posting of one night, a calendar day of New York. */
export function financingKey(positionId: PositionId, day: string): string {
  return `financing:${day}:position:${positionId}`;
}

/** The unique key of the posting of a protection's fee. */
export function protectionFeeKey(positionId: PositionId): string {
  return `protection-fee:position:${positionId}`;
}

/** A charge on one of the house's accounts. */
export function entriesOf(
  { accountId, cashCents, creditCents }: Charge,
  house: 'house:financing' | 'house:fees' | 'house:trading',
): readonly LedgerEntry[] {
  const moved: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId: accountId, amountCents: cashCents },
    { account: 'customer:credit', customerId: accountId, amountCents: creditCents },
    { account: house, customerId: null, amountCents: cents(0 - cashCents - creditCents) },
  ];
  return moved.filter(({ amountCents }) => amountCents !== 0);
}
