import { assert } from '#assertion/assertion.ts';

export type Points = number & { readonly __unit: 'points' };

/** The largest price that is quoted or accepted: products with it stay safe integers. */
export const PRICE_POINTS_MAX = 100_000_000_000;

export const DECIMALS_MAX = 8;
const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/** Brands a number as points; asserts a safe integer that is not negative. */
export function points(value: number): Points {
  assert(Number.isSafeInteger(value) && value >= 0, 'a price is a whole number of points');
  return value as Points;
}

/** Returns a price in points as the number on the wire: points ÷ 10^decimals. */
export function toRate(price: Points, decimals: number): number {
  return price / powerOfTen(decimals);
}

/** Returns 10^decimals exactly; asserts that an instrument can have this many decimals. */
export function powerOfTen(decimals: number): number {
  const power = POWERS_OF_TEN[decimals];
  assert(power !== undefined, () => `an instrument has at most ${DECIMALS_MAX} decimals`);
  return power;
}
