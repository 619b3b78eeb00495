import { PRICE_POINTS_MAX, points, type Points } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

/**
 * The price nearest to the opening one at which closing earns `costCents` before any rounding, in
 * points: open + ⌈cost × open ÷ (amount × leverage)⌉ for a buy, open less that for a sell. Costs
 * below zero, which holding earned, move it to the other side. Undefined where no price earns so
 * much: a sell cannot gain more than its size.
 */
export function breakEvenPrice(exposure: Exposure, costCents: Cents): Points | undefined {
  const { direction, amountCents, leverage, openPoints } = exposure;
  const size = BigInt(amountCents) * BigInt(leverage);
  const move = Number(ceilDivide(BigInt(costCents) * BigInt(openPoints), size));
  const price = direction === 'buy' ? openPoints + move : openPoints - move;
  return price >= 1 && price <= PRICE_POINTS_MAX ? points(price) : undefined;
}

/** Of a denominator above zero; BigInt cuts towards zero. */
function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  return numerator > 0n && numerator % denominator !== 0n ? whole + 1n : whole;
}
