// Amounts of commands come from customers. Whatever is not a whole and safe number is within no
// bounds, so that it is refused and never reaches a sum.

/** Whether an amount in cents reaches `minimum`; not-a-number never does. */
export function isAtLeast(amount: number, minimum: number): boolean {
  return amount >= minimum;
}

/** Whether an amount in cents is one at all and does not exceed `maximum`. */
export function isAtMost(amount: number, maximum: number): boolean {
  return Number.isSafeInteger(amount) && amount <= maximum;
}

/**
 * The most that an account may have come in: a trillion euros less a cent, the largest amount that
 * is ever read. Profits come on top, and stay far within the safe integers.
 */
export const FUNDS_MAX_CENTS = 99_999_999_999_999;
