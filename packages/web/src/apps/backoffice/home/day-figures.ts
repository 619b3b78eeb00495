// The values that the home page shows for each figure: today's, those of the last 30 days, and the
// change from the 30 days before.
import type { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import type { ReplyOf } from '@halyard/contract/route';
import { dayText, eurosText, numberText } from '../lists/figure-texts.ts';
import type { PlotPoint } from '#ui/figures/bar-plot.tsx';
import { TEXTS } from '../texts.ts';

export type Days = ReplyOf<typeof getDayFigures>['days'];
type FigureName = Exclude<keyof Days[number], 'day'>;

export type DayFigure = {
  readonly name: FigureName;
  readonly title: string;
  readonly today: string;
  readonly points: readonly PlotPoint[];
  /** The sum of the 30 days; for active traders the average per day. */
  readonly total: string;
  /** The change from the 30 days before, and its size as text. */
  readonly change: { readonly value: number; readonly text: string };
};

const SHOWN_DAYS = 30;
const AVERAGED: ReadonlySet<FigureName> = new Set(['active_traders']);
const NAMES: readonly FigureName[] = [
  'deposits',
  'withdrawals',
  'net_new_money',
  'active_traders',
  'volume',
  'client_result',
  'broker_result',
];

export function toDayFigures(days: Days): readonly DayFigure[] {
  const shown = days.slice(-SHOWN_DAYS);
  const before = days.slice(-2 * SHOWN_DAYS, -SHOWN_DAYS);
  return NAMES.map((name) => {
    const write = AVERAGED.has(name) ? numberText : eurosText;
    const [total, earlier] = [sumOf(shown, name), sumOf(before, name)];
    const points = shown.map((day) => ({
      label: dayText(day.day),
      value: day[name],
      text: write(day[name]),
    }));
    return {
      name,
      title: TEXTS.dayFigures[name],
      today: points.at(-1)?.text ?? write(0),
      points,
      total: write(total),
      change: changeOf(total, earlier, write),
    };
  });
}

/** Sums money in whole cents, so that the sum is exact; rounds averages to a tenth. */
function sumOf(days: Days, name: FigureName): number {
  if (AVERAGED.has(name)) {
    const sum = days.reduce((sofar, day) => sofar + day[name], 0);
    return days.length === 0 ? 0 : Math.round((sum / days.length) * 10) / 10;
  }
  return days.reduce((sofar, day) => sofar + Math.round(day[name] * 100), 0) / 100;
}

/** Returns the change in percent if both values are above zero, otherwise as the difference. */
function changeOf(total: number, earlier: number, write: (value: number) => string) {
  const value = total - earlier;
  if (value === 0) return { value, text: TEXTS.noChange };
  if (total > 0 && earlier > 0) {
    const percent = Math.round((Math.abs(value) / earlier) * 1_000) / 10;
    return { value, text: `${numberText(percent)} %` };
  }
  return { value, text: write(Math.abs(value)) };
}
