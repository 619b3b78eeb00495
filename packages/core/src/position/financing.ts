import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

const YEAR_DAYS = 365;
const BPS_OF_ONE = 10_000;

/** The inputs of a day's charge, besides the leverage of the position. */
export type FinancingBasis = {
  /** The margin of the position when it was charged. */
  readonly amountCents: Cents;
  /** The part that stays open and is charged later; zero unless a part closes. */
  readonly remainingCents: Cents;
  /** In hundredths of a percent per year. */
  readonly rateBpsYear: number;
};

/**
 * Returns the cost in cents of holding an exposure over one night; negative for a credit: amount ×
 * leverage × percent per year ÷ 36,500, rounded once, half to even. The rate is in hundredths of a
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
 * Returns one night's cost of a closing part: the financing of the whole less that of the
 * remainder. A position that closes in parts therefore pays the same, to the cent, as one that
 * closes whole.
 */
export function financingOfClose(
  { leverage }: Pick<Exposure, 'leverage'>,
  { amountCents, remainingCents, rateBpsYear }: FinancingBasis,
): Cents {
  const whole = financing({ amountCents, leverage }, rateBpsYear);
  if (remainingCents === 0) return whole;
  return cents(whole - financing({ amountCents: remainingCents, leverage }, rateBpsYear));
}
