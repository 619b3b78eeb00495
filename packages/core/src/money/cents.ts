import { assert } from '#assertion/assertion.ts';

export type Cents = number & { readonly __unit: 'cents' };

/** Brands a number as euro cents; asserts that it is a safe integer. */
export function cents(value: number): Cents {
  assert(Number.isSafeInteger(value), 'an amount is a whole and safe number of cents');
  // Adding zero turns -0 into 0, which would print and compare differently.
  return (value + 0) as Cents;
}

export const ZERO_CENTS = cents(0);

/** The sum of amounts in cents; asserts that it stays a safe integer. */
export function addCents(...amounts: readonly Cents[]): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** The amount with its sign turned. */
export function negateCents(amount: Cents): Cents {
  return cents(0 - amount);
}
