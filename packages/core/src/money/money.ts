// Money is an integer number of euro cents. Nothing is computed in floating-point euros: amounts
// are parsed from decimal text, and every division names its rounding.
export { parseAmount, toEuros } from './amount-text.ts';
export { addCents, cents, negateCents, ZERO_CENTS } from './cents.ts';
export type { Cents } from './cents.ts';
export { multiplyDivideHalfEven, roundHalfDown, roundHalfEven } from './rounding.ts';
