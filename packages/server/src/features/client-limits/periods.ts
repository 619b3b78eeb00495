import type { LimitPeriod } from '@halyard/contract/client-limits';
import { DAY_MS } from '@halyard/core/time';

export type Span = { readonly startMs: number; readonly endMs: number };

const SUNDAY_AS_LAST = 7;

/**
 * Returns the UTC day, week (from Monday) or month that contains the moment; the end is exclusive.
 */
export function spanOf(period: LimitPeriod, atMs: number): Span {
  const at = new Date(atMs);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  if (period === 'month') {
    return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
  }
  const dayMs = Date.UTC(year, month, at.getUTCDate());
  if (period === 'day') return { startMs: dayMs, endMs: dayMs + DAY_MS };
  const weekday = at.getUTCDay() === 0 ? SUNDAY_AS_LAST : at.getUTCDay();
  const startMs = dayMs - (weekday - 1) * DAY_MS;
  return { startMs, endMs: startMs + SUNDAY_AS_LAST * DAY_MS };
}

/** Adds calendar months; a non-existent day becomes the month's last. */
export function monthsLater(atMs: number, months: number): number {
  const at = new Date(atMs);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, lastDay));
  return at.getTime();
}
