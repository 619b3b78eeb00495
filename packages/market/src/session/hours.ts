// Trading hours as text: lines such as 'Mon-Fri 09:30-16:00' in the market's time zone, or the line
// 'always'. A close that is not after its open is on the next day.
import type { Schedule, TradingInterval } from './schedules.ts';

export type OpeningHours = Schedule['intervals'];

export type HoursReading =
  | { readonly kind: 'hours'; readonly hours: OpeningHours }
  | { readonly kind: 'invalid'; readonly problem: string };

const HOURS_LINES_MAX = 21;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const LINE = /^([a-z]{3})(?:-([a-z]{3}))? (\d\d:\d\d)-(\d\d:\d\d)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MINUTES_PER_DAY = 1_440;
const MINUTES_PER_WEEK = 10_080;

/** Parses lines of trading hours. Rejects invalid lines and overlapping hours. */
export function readHours(lines: readonly string[]): HoursReading {
  const written = lines.map((line) => line.trim().toLowerCase());
  if (written.length === 1 && written[0] === 'always') return { kind: 'hours', hours: 'always' };
  if (written.length === 0 || written.length > HOURS_LINES_MAX) {
    return invalid(`must be 1 to ${HOURS_LINES_MAX} lines`);
  }
  const hours: TradingInterval[] = [];
  for (const line of written) {
    const interval = readLine(line);
    if (interval === undefined) {
      return invalid(`'${line}' must be like 'Mon-Fri 09:30-16:00', or 'always' alone`);
    }
    hours.push(interval);
  }
  return overlaps(hours) ? invalid('hours overlap each other') : { kind: 'hours', hours };
}

/** Returns the lines that `readHours` parses, one for each run of days. */
export function writeHours(hours: OpeningHours): readonly string[] {
  if (hours === 'always') return ['always'];
  return hours.flatMap(({ days, open, close }) =>
    runsOf(days).map(([first, last]) => {
      const ends = first === last ? [first] : [first, last];
      return `${ends.map(nameOf).join('-')} ${open}-${close}`;
    }),
  );
}

/** Returns the first and last of consecutive days, across the end of the week. */
function runsOf(days: readonly number[]): readonly (readonly [number, number])[] {
  const open = new Set(days);
  if (open.size === DAYS.length) return [[1, 0]];
  const firsts = [...open].filter((day) => !open.has((day + DAYS.length - 1) % DAYS.length));
  return firsts
    .toSorted((one, other) => one - other)
    .map((first) => {
      let last = first;
      while (open.has((last + 1) % DAYS.length)) last = (last + 1) % DAYS.length;
      return [first, last];
    });
}

function nameOf(day: number): string {
  const name = DAYS[day] ?? '';
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function invalid(problem: string): HoursReading {
  return { kind: 'invalid', problem };
}

function readLine(line: string): TradingInterval | undefined {
  const [, first = '', last = first, open = '', close = ''] = LINE.exec(line) ?? [];
  const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
  if (from < 0 || to < 0 || !TIME.test(open) || !TIME.test(close)) return undefined;
  const count = ((to - from + DAYS.length) % DAYS.length) + 1;
  const days = Array.from({ length: count }, (_, index) => (from + index) % DAYS.length);
  return { days, open, close };
}

/**
 * Returns whether hours overlap, also across the end of the week: hours that open on its last day
 * can extend into its first.
 */
function overlaps(hours: readonly TradingInterval[]): boolean {
  const spans = hours
    .flatMap(({ days, open, close }) => {
      const [openMinute, closeMinute] = [minuteOf(open), minuteOf(close)];
      const length = closeMinute - openMinute + (closeMinute > openMinute ? 0 : MINUTES_PER_DAY);
      return days.map((day) => ({ from: day * MINUTES_PER_DAY + openMinute, length }));
    })
    .toSorted((one, other) => one.from - other.from);
  return spans.some(({ from, length }, index) => {
    const next = spans[index + 1]?.from ?? (spans[0]?.from ?? 0) + MINUTES_PER_WEEK;
    return from + length > next;
  });
}

function minuteOf(text: string): number {
  const [hours, minutes] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}
