import { DAY_MS } from '@halyard/core/time';
import { isoDay, parseDay } from '#platform/clock/clock.ts';
import type { Span } from './report.ts';

const DAYS_USUAL = 30;
const DAYS_OF_A_YEAR = 365;

export type AskedSpan = {
  readonly name: string;
  /** The first and last UTC day, both inclusive. */
  readonly from: string | undefined;
  readonly until: string | undefined;
};

/**
 * Returns the period from the midnight that starts the first day to the one that ends the last;
 * undefined if a day is invalid or the period is reversed.
 */
export function readSpan({ name, from, until }: AskedSpan, nowMs: number): Span | undefined {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const days = name === 'losing-accounts' ? DAYS_OF_A_YEAR : DAYS_USUAL;
  const lastMs = until === undefined ? todayMs : parseDay(until);
  if (lastMs === undefined) return undefined;
  const firstMs = from === undefined ? lastMs - (days - 1) * DAY_MS : parseDay(from);
  if (firstMs === undefined || firstMs > lastMs) return undefined;
  return { fromMs: firstMs, untilMs: lastMs + DAY_MS };
}

/** Returns the days as the audit log records them. */
export function describeSpan({ fromMs, untilMs }: Span) {
  return { from: isoDay(fromMs), until: isoDay(untilMs - DAY_MS) };
}
