import { powerOfTen } from '#instrument/instrument.ts';
import { cents, roundHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

/** A dividend is told in millionths of the currency that the price is in. */
export const DIVIDEND_MICROS_PER_ONE = 1_000_000;

/**
 * What a dividend moves for a position, in cents: units × dividend, where units = amount × leverage
 * ÷ open rate; negative for a sell, who owes what a buy is due. It is what a price move of the
 * dividend's size would move, rounded once, half to even.
 */
export function dividend(
  exposure: Exposure,
  { micros, decimals }: { readonly micros: number; readonly decimals: number },
): Cents {
  const { direction, amountCents, leverage, openPoints } = exposure;
  const numerator = BigInt(amountCents * leverage) * BigInt(micros) * BigInt(powerOfTen(decimals));
  const denominator = BigInt(openPoints) * BigInt(DIVIDEND_MICROS_PER_ONE);
  const due = Number(roundHalfEven(numerator, denominator));
  return cents(direction === 'buy' ? due : 0 - due);
}
