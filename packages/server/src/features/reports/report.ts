import { toEuros, type Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

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

/** The UTC day of a column, such as '2026-03-01'. */
export function utcDay(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`;
}

export function within(column: string, { fromMs, untilMs }: Span): RawBuilder<boolean> {
  return sql`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(untilMs)}`;
}
