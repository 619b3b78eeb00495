import { assert } from '#assertion/assertion.ts';

/**
 * Returns the integer nearest to numerator ÷ denominator (which is > 0); ties go to the even
 * integer.
 */
export function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'the denominator is positive');
  const rest = numerator % denominator;
  const whole = numerator / denominator;
  const twice = rest < 0n ? -rest * 2n : rest * 2n;
  const isNearerToZero = twice < denominator || (twice === denominator && whole % 2n === 0n);
  if (isNearerToZero) return whole;
  return numerator < 0n ? whole - 1n : whole + 1n;
}

/**
 * Returns the integer nearest to numerator ÷ denominator (which is > 0); ties go to the lower
 * integer.
 */
export function roundHalfDown(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'the denominator is positive');
  const dividend = 2n * numerator + denominator - 1n;
  const divisor = 2n * denominator;
  const rest = dividend % divisor;
  return dividend / divisor - (rest < 0n ? 1n : 0n);
}

/** Returns the integer nearest to first × second ÷ denominator; exact for all safe integers. */
export function multiplyDivideHalfEven(first: number, second: number, denominator: number): number {
  const product = first * second;
  // A product beyond the safe integers is inexact; this comparison detects it, because it is too
  // large.
  if (!Number.isSafeInteger(product)) {
    return Number(roundHalfEven(BigInt(first) * BigInt(second), BigInt(denominator)));
  }

  const rest = product % denominator;
  const whole = (product - rest) / denominator;
  const twice = Math.abs(rest) * 2;
  const isNearerToZero = twice < denominator || (twice === denominator && whole % 2 === 0);
  if (isNearerToZero) return whole;
  return product < 0 ? whole - 1 : whole + 1;
}
