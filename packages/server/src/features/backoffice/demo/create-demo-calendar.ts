// Economic events around the day of the first start. They are fictitious and say so.
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import type { Calendar, NewEvent } from '#features/calendar/calendar.ts';

const DAYS_BEFORE = 7;
const DAYS_AFTER = 21;
const ACTOR = 'system';

type Sample = {
  readonly hourUtc: number;
  readonly currency: string;
  readonly importance: -1 | 0 | 1;
  readonly title: string;
  /** The mean and the range of the event's figures, in tenths of the unit. */
  readonly tenths: number;
  readonly swing: number;
  readonly unit: string;
};

/** Each event repeats after as many working days as there are samples. */
const SAMPLES: readonly Sample[] = [
  {
    hourUtc: 8,
    currency: 'EUR',
    importance: 0,
    title: 'Manufacturing survey',
    tenths: 502,
    swing: 9,
    unit: '',
  },
  {
    hourUtc: 12.5,
    currency: 'USD',
    importance: 1,
    title: 'Consumer prices, year on year',
    tenths: 24,
    swing: 3,
    unit: ' %',
  },
  {
    hourUtc: 7,
    currency: 'GBP',
    importance: 0,
    title: 'Retail sales, month on month',
    tenths: 3,
    swing: 5,
    unit: ' %',
  },
  {
    hourUtc: 9,
    currency: 'EUR',
    importance: 1,
    title: 'Consumer prices, year on year',
    tenths: 21,
    swing: 2,
    unit: ' %',
  },
  {
    hourUtc: 14,
    currency: 'USD',
    importance: 0,
    title: 'New home sales',
    tenths: 6600,
    swing: 240,
    unit: ' K',
  },
  {
    hourUtc: 0.5,
    currency: 'AUD',
    importance: 1,
    title: 'Unemployment rate',
    tenths: 41,
    swing: 2,
    unit: ' %',
  },
  {
    hourUtc: 12.5,
    currency: 'USD',
    importance: 1,
    title: 'Jobs added outside farming',
    tenths: 1650,
    swing: 420,
    unit: ' K',
  },
  {
    hourUtc: 12.5,
    currency: 'CAD',
    importance: 0,
    title: 'Building permits, month on month',
    tenths: 12,
    swing: 20,
    unit: ' %',
  },
  {
    hourUtc: 18,
    currency: 'USD',
    importance: 1,
    title: 'Central bank: interest rate',
    tenths: 42,
    swing: 0,
    unit: ' %',
  },
  {
    hourUtc: 6,
    currency: 'CHF',
    importance: -1,
    title: 'Producer prices, month on month',
    tenths: 1,
    swing: 3,
    unit: ' %',
  },
  {
    hourUtc: 23.5,
    currency: 'JPY',
    importance: 0,
    title: 'Industrial output, month on month',
    tenths: 4,
    swing: 9,
    unit: ' %',
  },
  {
    hourUtc: 10,
    currency: 'EUR',
    importance: -1,
    title: 'Economic sentiment',
    tenths: 124,
    swing: 31,
    unit: '',
  },
  {
    hourUtc: 14.5,
    currency: 'USD',
    importance: -1,
    title: 'Crude oil stocks',
    tenths: -9,
    swing: 24,
    unit: ' M',
  },
];
const A_DAY = 3;

/** Creates the events. They depend only on the day, so repeated runs save the same ones. */
export async function createDemoCalendar(calendar: Calendar, nowMs: number): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS);
  const days = Array.from(
    { length: DAYS_BEFORE + DAYS_AFTER },
    (_, at) => today - DAYS_BEFORE + at,
  );
  const events = days.filter(isWorkingDay).flatMap((day) => eventsOf(day, nowMs));
  await calendar.save(events, ACTOR);
}

function eventsOf(day: number, nowMs: number): readonly NewEvent[] {
  return Array.from({ length: A_DAY }, (_, at) => day * A_DAY + at).flatMap((turn) => {
    const one = SAMPLES[turn % SAMPLES.length];
    if (one === undefined) return [];
    const atMs = day * DAY_MS + one.hourUtc * HOUR_MS;
    return [
      {
        atMs,
        currency: one.currency,
        importance: one.importance,
        title: `${one.title} (practice)`,
        actual: atMs <= nowMs ? toFigure(one, turn) : null,
        forecast: toFigure(one, turn + 1),
        previous: toFigure(one, turn - SAMPLES.length),
      },
    ];
  });
}

/**
 * Returns a figure around the mean. It follows a fixed pattern, because random values would differ
 * at a second start.
 */
function toFigure({ tenths, swing, unit }: Sample, turn: number): string {
  const step = (((turn * 7) % 11) - 5) / 5;
  return `${(Math.round(tenths + swing * step) / 10).toFixed(1)}${unit}`;
}

/** Returns whether a day is a working day; day 0, 1970-01-01, was a Thursday. */
function isWorkingDay(day: number): boolean {
  const weekday = (day + 4) % 7;
  return weekday !== 0 && weekday !== 6;
}
