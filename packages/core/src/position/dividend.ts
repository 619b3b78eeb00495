import { powerOfTen } from '#instrument/instrument.ts';
import { cents, roundHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

/**
 * The number of dividend units per unit of currency: dividends are given in millionths of the
 * currency of the price.
 */
export const DIVIDEND_MICROS_PER_ONE = 1_000_000;

/**
 * Returns what a dividend moves for a position, in cents: units × dividend, where units = amount ×
 * leverage ÷ opening rate; negative for a sell. It equals a price move of the dividend's size,
 * rounded once, half to even.
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
