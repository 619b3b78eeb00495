import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

const YEAR_DAYS = 365;
const BPS_OF_ONE = 10_000;

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
