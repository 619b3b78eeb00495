// The periods of the performance page. Days are UTC days, as in the ledger.
import { DAY_MS } from '@halyard/core/time';

export const PERIODS = ['days30', 'thisMonth', 'lastMonth', 'thisYear', 'all'] as const;
export type Period = (typeof PERIODS)[number];
export type Days = { readonly from: string; readonly until: string };

/** Earlier than any account, so that it stands for "since the beginning". */
const FIRST_DAY = '2020-01-01';
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const DAYS = 30;

/** Returns the first and the last day of a period; the current one ends today. */
export function daysOf(period: Period, nowMs: number): Days {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const until = toDay(nowMs);
  switch (period) {
    case 'days30':
      return { from: toDay(nowMs - (DAYS - 1) * DAY_MS), until };
    case 'thisMonth':
      return { from: toDay(Date.UTC(year, month, 1)), until };
    case 'lastMonth':
      return { from: toDay(Date.UTC(year, month - 1, 1)), until: toDay(Date.UTC(year, month, 0)) };
    case 'thisYear':
      return { from: toDay(Date.UTC(year, 0, 1)), until };
    case 'all':
      return { from: FIRST_DAY, until };
  }
}

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, DAY_LENGTH);
}
