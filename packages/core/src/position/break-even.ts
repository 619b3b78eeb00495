import { PRICE_POINTS_MAX, points, type Points } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

/**
 * Returns the price nearest to the opening at which a close earns `costCents` before rounding, in
 * points: open + ⌈cost × open ÷ (amount × leverage)⌉ for a buy, open minus that for a sell.
 * Negative costs, from financing credits, move it to the other side. Undefined if no price earns
 * that much: a sell can't gain more than its notional.
 */
export function breakEvenPrice(exposure: Exposure, costCents: Cents): Points | undefined {
  const { direction, amountCents, leverage, openPoints } = exposure;
  const size = BigInt(amountCents) * BigInt(leverage);
  const move = Number(ceilDivide(BigInt(costCents) * BigInt(openPoints), size));
  const price = direction === 'buy' ? openPoints + move : openPoints - move;
  return price >= 1 && price <= PRICE_POINTS_MAX ? points(price) : undefined;
}

/** Rounds up a quotient with a positive denominator; BigInt division truncates towards zero. */
function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  return numerator > 0n && numerator % denominator !== 0n ? whole + 1n : whole;
}
