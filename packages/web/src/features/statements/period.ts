// The period of a statement. Days are UTC days, as in the statement itself.
import { collectProblems, type Problem, type Problems } from '#forms/problems.ts';

export type StatementValues = {
  readonly from: string;
  readonly until: string;
  readonly format: string;
};

export const PERIODS = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type Period = (typeof PERIODS)[number];
export type Days = { readonly from: string; readonly until: string };

const DAY_TEXT_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the first and the last day of a period; the current one ends today. */
export function daysOf(period: Period, nowMs: number): Days {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const today = toDay(nowMs);
  switch (period) {
    case 'thisMonth':
      return { from: toDay(Date.UTC(year, month, 1)), until: today };
    case 'lastMonth':
      return {
        from: toDay(Date.UTC(year, month - 1, 1)),
        until: toDay(Date.UTC(year, month, 0)),
      };
    case 'thisYear':
      return { from: toDay(Date.UTC(year, 0, 1)), until: today };
    case 'lastYear':
      return { from: toDay(Date.UTC(year - 1, 0, 1)), until: toDay(Date.UTC(year - 1, 11, 31)) };
  }
}

/** Returns the errors that prevent creating the statement. */
export function checkPeriod(values: StatementValues): Problems<StatementValues> {
  const { from, until } = values;
  return collectProblems<StatementValues>({
    from: checkDay(from),
    until: checkDay(until) ?? (until < from ? { kind: 'periodReversed' } : undefined),
    format: undefined,
  });
}

function checkDay(text: string): Problem | undefined {
  return text === '' ? { kind: 'fieldRequired' } : undefined;
}

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, DAY_TEXT_LENGTH);
}
