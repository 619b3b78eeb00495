import { assert } from '#assertion/assertion.ts';

export type Cents = number & { readonly __unit: 'cents' };

/** Brands a number as euro cents; asserts a safe integer. */
export function cents(value: number): Cents {
  assert(Number.isSafeInteger(value), 'an amount is a whole and safe number of cents');
  // Adding zero turns -0 into 0, which would otherwise print and compare differently.
  return (value + 0) as Cents;
}

export const ZERO_CENTS = cents(0);

/** Returns the sum of amounts in cents; asserts that it stays a safe integer. */
export function addCents(...amounts: readonly Cents[]): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Returns the negated amount. */
export function negateCents(amount: Cents): Cents {
  return cents(0 - amount);
}
