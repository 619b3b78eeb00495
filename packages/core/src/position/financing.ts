import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

const YEAR_DAYS = 365;
const BPS_OF_ONE = 10_000;

/** What a night's charge is computed from, beside the leverage of its position. */
export type FinancingBasis = {
  /** The margin of the position when it was charged. */
  readonly amountCents: Cents;
  /** What of it stays open and is charged later; zero unless a part closes. */
  readonly remainingCents: Cents;
  /** In hundredths of a percent a year. */
  readonly rateBpsYear: number;
};

/**
 * What holding an exposure over one night costs, in cents; negative when it earns: amount ×
 * leverage × percent a year ÷ 36,500, rounded once, half to even. The rate is in hundredths of a
 * percent.
 */
export function financing(
  exposure: Pick<Exposure, 'amountCents' | 'leverage'>,
  rateBpsYear: number,
): Cents {
  const { amountCents, leverage } = exposure;
  return cents(multiplyDivideHalfEven(amountCents * leverage, rateBpsYear, YEAR_DAYS * BPS_OF_ONE));
}

/**
 * What one night costs of what closes: the financing before less that of the rest. So a position that
 * closes in parts pays to the cent what it would pay as a whole.
 */
export function financingOfClose(
  { leverage }: Pick<Exposure, 'leverage'>,
  { amountCents, remainingCents, rateBpsYear }: FinancingBasis,
): Cents {
  const whole = financing({ amountCents, leverage }, rateBpsYear);
  if (remainingCents === 0) return whole;
  return cents(whole - financing({ amountCents: remainingCents, leverage }, rateBpsYear));
}
