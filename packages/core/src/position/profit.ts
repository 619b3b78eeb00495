import type { Direction, Points } from '#instrument/instrument.ts';
import { cents, multiplyDivideHalfEven, roundHalfDown, type Cents } from '#money/money.ts';

/** What determines the profit of a position for a given price move. */
export type Exposure = {
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
  /**
   * The exact earnings of the position's closed parts less what was booked for them, in cents ×
   * openPoints; for a small position also less half a cent (`openingCarry`). Absent while it is
   * zero and nothing was closed.
   */
  readonly carry?: number;
};

/**
 * Returns the profit in cents of an exposure closed at `closePoints`, negative for a loss: amount ×
 * leverage × (close − open) ÷ open, with the opposite sign for a sell. Exact until the only
 * rounding at the end, half to even. Parts of a position are rounded as one sum, ties down:
 * together they never earn more than the whole position would.
 */
export function profit(exposure: Exposure, closePoints: Points): Cents {
  const { amountCents, leverage, openPoints, carry } = exposure;
  const move = moveOf(exposure, closePoints);
  if (carry === undefined) {
    return cents(multiplyDivideHalfEven(amountCents * leverage, move, openPoints));
  }
  const numerator = BigInt(amountCents * leverage) * BigInt(move) + BigInt(carry);
  return cents(Number(roundHalfDown(numerator, BigInt(openPoints))));
}

/** Returns the carry of the remainder after this part closes at `closePoints`. */
export function carryAfter(
  part: Exposure & { readonly carry: number },
  closePoints: Points,
): number {
  const { amountCents, leverage, openPoints, carry } = part;
  const exact = BigInt(amountCents * leverage) * BigInt(moveOf(part, closePoints));
  const booked = BigInt(profit(part, closePoints)) * BigInt(openPoints);
  return Number(exact + BigInt(carry) - booked);
}

/** The notional whose mark-up costs half a cent, the most that rounding can gain. */
const SMALL_BELOW_CENTS = 2_000;

/**
 * Returns the carry that a position opens with. For a small exposure it is just under half a cent
 * below zero, so that its profit, and the sum of its parts, is rounded down. With rounding to the
 * nearest cent, many small positions would gain more from rounding than their openings cost.
 * Undefined for other positions.
 */
export function openingCarry({
  amountCents,
  leverage,
  openPoints,
}: Pick<Exposure, 'amountCents' | 'leverage' | 'openPoints'>): number | undefined {
  if (amountCents * leverage >= SMALL_BELOW_CENTS) return undefined;
  return 0 - Math.floor((openPoints - 1) / 2);
}

function moveOf({ direction, openPoints }: Exposure, closePoints: Points): number {
  return direction === 'buy' ? closePoints - openPoints : openPoints - closePoints;
}

const BPS = 10_000;

/**
 * Returns the profit as a share of the amount, in hundredths of a percent: leverage × (close −
 * open) ÷ open, rounded once, half to even. For small amounts it is more precise than whole cents.
 */
export function profitBps(exposure: Omit<Exposure, 'amountCents'>, closePoints: Points): number {
  const { direction, leverage, openPoints } = exposure;
  const move = direction === 'buy' ? closePoints - openPoints : openPoints - closePoints;
  return multiplyDivideHalfEven(leverage * BPS, move, openPoints);
}
