// Money is an integer number of euro cents. Nothing is ever computed in floating euros:
// amounts are read from decimal text, and every division names its rounding.
export { parseAmount, toEuros } from './amount-text.ts';
export { addCents, cents, negateCents, ZERO_CENTS } from './cents.ts';
export type { Cents } from './cents.ts';
export { multiplyDivideHalfEven, roundHalfDown, roundHalfEven } from './rounding.ts';
