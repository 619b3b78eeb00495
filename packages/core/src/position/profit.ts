import type { Direction, Points } from '#instrument/instrument.ts';
import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';

/** What decides how a price move becomes money. */
export type Exposure = {
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
};

/**
 * The profit in cents of an exposure closed at `closePoints`, negative for a loss:
 * amount × leverage × (close − open) ÷ open, the sign turned for a sell. It is exact until the
 * one rounding at the end, half to even.
 */
export function profit(exposure: Exposure, closePoints: Points): Cents {
  const { direction, amountCents, leverage, openPoints } = exposure;
  const move = direction === 'buy' ? closePoints - openPoints : openPoints - closePoints;
  return cents(multiplyDivideHalfEven(amountCents * leverage, move, openPoints));
}
