// Bounds for amounts that customers send. A value that is not a safe integer is outside every
// bound, so it is rejected before any arithmetic uses it.

/** Returns whether an amount in cents is at least `minimum`; false for NaN. */
export function isAtLeast(amount: number, minimum: number): boolean {
  return amount >= minimum;
}

/** Returns whether an amount in cents is a safe integer and at most `maximum`. */
export function isAtMost(amount: number, maximum: number): boolean {
  return Number.isSafeInteger(amount) && amount <= maximum;
}

/**
 * The largest total that an account can receive: one cent below a trillion euros, the largest
 * amount that is ever parsed. Profits on top of it stay far within the safe integers.
 */
export const FUNDS_MAX_CENTS = 99_999_999_999_999;
