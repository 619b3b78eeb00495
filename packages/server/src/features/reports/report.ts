import { toEuros, type Cents } from '@halyard/core/money';

/** A period from an instant, inclusive, to another, exclusive. */
export type Span = { readonly fromMs: number; readonly untilMs: number };

export type Report = {
  /** What the report shows and how it is computed. */
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/**
 * Converts a sum. PostgreSQL's sums are wider than bigint; a sum of money that is not a safe
 * integer is an error.
 */
export function toCents(sum: unknown): Cents {
  const amount = Number(sum ?? 0);
  if (!Number.isSafeInteger(amount)) throw new RangeError('a sum is not a safe integer');
  return amount as Cents;
}

export function euros(amountCents: number): string {
  return toEuros(amountCents as Cents).toFixed(2);
}

/** Formats a share as text from hundredths of a percent: 7654 is 76.54. */
export function percent(part: number, whole: number): string {
  return (Math.round((part * 10_000) / whole) / 100).toFixed(2);
}
