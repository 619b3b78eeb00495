// Splits the ledger into two sides with equal sums: where money is held or was spent, and whom it
// is owed to or who earned it.
import { toCents, type Treasury } from './treasury-sums.ts';

export type TreasurySegment = {
  readonly account: string;
  readonly cents: number;
  /** The segment's share of the longer side, 0 to 1. */
  readonly share: number;
};
export type TreasurySide = {
  readonly segments: readonly TreasurySegment[];
  readonly totalCents: number;
};

/**
 * Returns both sides. Balances below zero are money held or spent, those above zero money owed or
 * earned.
 */
export function splitTreasury({ accounts }: Pick<Treasury, 'accounts'>): {
  readonly held: TreasurySide;
  readonly owed: TreasurySide;
} {
  const sums = accounts.map(({ account, total }) => ({ account, cents: toCents(total) }));
  const held = sums.filter(({ cents }) => cents < 0).map((sum) => ({ ...sum, cents: -sum.cents }));
  const owed = sums.filter(({ cents }) => cents > 0);
  const longest = Math.max(sumOf(held), sumOf(owed));
  return { held: toSide(held, longest), owed: toSide(owed, longest) };
}

type Sum = Omit<TreasurySegment, 'share'>;

/** Returns one side with its largest segment first. */
function toSide(sums: readonly Sum[], longest: number): TreasurySide {
  return {
    segments: sums
      .map((sum) => ({ ...sum, share: sum.cents / longest }))
      .toSorted((one, other) => other.cents - one.cents),
    totalCents: sumOf(sums),
  };
}

function sumOf(sums: readonly Sum[]): number {
  return sums.reduce((total, { cents }) => total + cents, 0);
}
