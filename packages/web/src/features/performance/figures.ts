// The data that the performance page draws and exports, computed from the server's report.
import type { PerformanceReport } from '@halyard/contract/performance/performance';

type Day = PerformanceReport['days'][number];
type Amounts = { readonly name: string; readonly total: number };

/** Above this number of days, the bars are months. */
const DAYS_DRAWN_MAX = 62;
const MONTH_LENGTH = 'YYYY-MM'.length;
const CENTS = 100;

/** Returns the result of each day, or of each month if there are many days. */
export function barsOf(days: readonly Day[]): readonly Amounts[] {
  const first = days.at(0)?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const isLong = Date.parse(last) - Date.parse(first) > DAYS_DRAWN_MAX * 86_400_000;
  const named = Map.groupBy(days, ({ day }) => (isLong ? day.slice(0, MONTH_LENGTH) : day));
  return [...named].map(([name, ones]) => ({ name, total: sum(ones.map((one) => one.total)) }));
}

/** Returns the cumulated result at the end of each day with a result, from zero at the start. */
export function curveOf(days: readonly Day[], start: string): readonly Amounts[] {
  let total = 0;
  const points = days.map((one) => {
    total = sum([total, one.total]);
    return { name: one.day, total };
  });
  return [{ name: start, total: 0 }, ...points];
}

/** Adds euros in cents, because sums of fractions are not exact. */
function sum(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * CENTS), 0) / CENTS;
}

const FIELDS = [
  'total',
  'gross',
  'spread',
  'financing',
  'premium',
  'other',
  'trades',
  'wins',
] as const;

/** Returns the days and symbols as CSV, with full stops in amounts. */
export function toCsv({ days, symbols }: PerformanceReport): string {
  const line = (kind: string, name: string, one: Omit<Day, 'day'>): string =>
    [kind, name, ...FIELDS.map((field) => String(one[field]))].join(',');
  return [
    ['kind', 'name', ...FIELDS].join(','),
    ...days.map(({ day, ...one }) => line('day', day, one)),
    ...symbols.map(({ symbol, ...one }) => line('symbol', symbol, one)),
    '',
  ].join('\r\n');
}
