import type { Direction, Points } from '#instrument/instrument.ts';
import { cents, multiplyDivideHalfEven, roundHalfDown, type Cents } from '#money/money.ts';

/** What decides how a price move becomes money. */
export type Exposure = {
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
  /**
   * What the closed parts of the position earned exactly, less what was booked for them, in cents ×
   * openPoints; of a small position less half a cent (`openingCarry`). Absent while it is zero and
   * nothing of the position was closed.
   */
  readonly carry?: number;
};

/**
 * The profit in cents of an exposure closed at `closePoints`, negative for a loss:
 * amount × leverage × (close − open) ÷ open, the sign turned for a sell. It is exact until the
 * one rounding at the end, half to even. The parts of a position that is closed in parts are rounded
 * as one sum, a tie down: with what was booked before, they never earn more than the whole would.
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

/** The carry of what is left of a position once this part of it is closed at `closePoints`. */
export function carryAfter(
  part: Exposure & { readonly carry: number },
  closePoints: Points,
): number {
  const { amountCents, leverage, openPoints, carry } = part;
  const exact = BigInt(amountCents * leverage) * BigInt(moveOf(part, closePoints));
  const booked = BigInt(profit(part, closePoints)) * BigInt(openPoints);
  return Number(exact + BigInt(carry) - booked);
}

/** Opening so much exposure costs half a cent by the mark-up, which is the most that rounding gains. */
const SMALL_BELOW_CENTS = 2_000;

/**
 * The carry that a position opens with. Of a small exposure it is just under half a cent below zero, so
 * that its profit, and the sum of its parts, is rounded down: to the nearest cent, many small positions
 * would earn more by rounding than their openings cost. Undefined for any other.
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
 * The same profit as a share of the amount, in hundredths of a percent: leverage × (close − open) ÷
 * open, rounded once, half to even. Of a small amount it says what whole cents cannot.
 */
export function profitBps(exposure: Omit<Exposure, 'amountCents'>, closePoints: Points): number {
  const { direction, leverage, openPoints } = exposure;
  const move = direction === 'buy' ? closePoints - openPoints : openPoints - closePoints;
  return multiplyDivideHalfEven(leverage * BPS, move, openPoints);
}
