// Market opening hours. Every instant lies in one span, open or closed, from an edge to the next.
// The last span is cached, so a check per tick costs two comparisons.
import { assertPresent } from '@halyard/core/assertion';
import { DAY_MS } from '@halyard/core/time';
import { createHolidays, weekdayOf } from './holiday.ts';
import type { Holidays } from './holiday.ts';
import { SCHEDULES } from './schedules.ts';
import type { Schedule, TradingInterval } from './schedules.ts';
import { wallToMs } from './zone.ts';

export { weekdayOf } from './holiday.ts';
export { readHours, writeHours } from './hours.ts';
export type { HoursReading, OpeningHours } from './hours.ts';
export { SCHEDULES } from './schedules.ts';
export type { Schedule } from './schedules.ts';
export { wallToMs, zoneOffsetMs } from './zone.ts';

/** From one edge (inclusive) to the next (exclusive); ±Infinity if no edge is near. */
export type Span = { readonly isOpen: boolean; readonly fromMs: number; readonly untilMs: number };

export type Sessions = {
  /** Returns the rules of a trading session. */
  schedule(sessionId: string): Schedule;
  span(sessionId: string, atMs: number): Span;
  isOpen(sessionId: string, atMs: number): boolean;
  /** Returns the first opening after `atMs`; null when there is none within a month. */
  nextOpenAtMs(sessionId: string, atMs: number): number | null;
  /** Returns the first close after `atMs`; null when there is none within a month. */
  nextCloseAtMs(sessionId: string, atMs: number): number | null;
};

type Interval = { readonly openMs: number; readonly closeMs: number };

const WEEK_DAYS = 7;
// How far ahead the next opening is searched; a longer holiday would be reported as "no opening
// known".
const SEARCH_WEEKS = 5;
const WEEKS_KEPT = 160;

/** Returns the opening hours of all markets; an unknown id is a bug. */
export function createSessions(schedules: readonly Schedule[] = SCHEDULES): Sessions {
  const byId = new Map(schedules.map((schedule) => [schedule.id, createSpans(schedule)]));
  const span = (sessionId: string, atMs: number): Span =>
    assertPresent(byId.get(sessionId), `a session ${sessionId}`)(atMs);
  const nextEdge = (sessionId: string, atMs: number, opening: boolean): number | null => {
    const here = span(sessionId, atMs);
    const edgeMs =
      here.isOpen !== opening || here.untilMs === Infinity
        ? here.untilMs
        : span(sessionId, here.untilMs).untilMs;
    return edgeMs === Infinity ? null : edgeMs;
  };
  const rules = new Map(schedules.map((schedule) => [schedule.id, schedule]));
  return {
    schedule: (sessionId) => assertPresent(rules.get(sessionId), `a session ${sessionId}`),
    span,
    isOpen: (sessionId, atMs) => span(sessionId, atMs).isOpen,
    nextOpenAtMs: (sessionId, atMs) => nextEdge(sessionId, atMs, true),
    nextCloseAtMs: (sessionId, atMs) => nextEdge(sessionId, atMs, false),
  };
}

function createSpans(schedule: Schedule): (atMs: number) => Span {
  if (schedule.intervals === 'always') {
    const always: Span = { isOpen: true, fromMs: -Infinity, untilMs: Infinity };
    return () => always;
  }
  const weeks = createWeeks(schedule, schedule.intervals);
  let last: Span = { isOpen: false, fromMs: 0, untilMs: 0 };
  return (atMs) => {
    if (atMs < last.fromMs || atMs >= last.untilMs) last = findSpan(weeks, atMs);
    return last;
  };
}

function findSpan(weeks: (week: number) => readonly Interval[], atMs: number): Span {
  const week = Math.floor(atMs / DAY_MS / WEEK_DAYS);
  let closed: Pick<Span, 'fromMs' | 'untilMs'> = { fromMs: -Infinity, untilMs: -Infinity };
  let open = closed;
  for (let ahead = -SEARCH_WEEKS; ahead <= SEARCH_WEEKS; ahead += 1) {
    for (const { openMs, closeMs } of weeks(week + ahead)) {
      if (openMs === open.untilMs) {
        // The two intervals are one session, because there is no close between them.
        open = { fromMs: open.fromMs, untilMs: closeMs };
        continue;
      }
      if (atMs < open.untilMs) return { isOpen: true, ...open };
      closed = { fromMs: open.untilMs, untilMs: openMs };
      if (atMs < openMs) return { isOpen: false, ...closed };
      open = { fromMs: openMs, untilMs: closeMs };
    }
  }
  if (atMs < open.untilMs) return { isOpen: true, ...open };
  return { isOpen: false, fromMs: open.untilMs, untilMs: Infinity };
}

/**
 * Weeks are runs of seven local days from 1970-01-01; each contains the intervals that open in it.
 */
function createWeeks(
  schedule: Schedule,
  intervals: readonly TradingInterval[],
): (week: number) => readonly Interval[] {
  const holidays = createHolidays(schedule.holidays);
  const kept = new Map<number, readonly Interval[]>();
  return (week) => {
    const known = kept.get(week);
    if (known !== undefined) return known;
    const days = Array.from({ length: WEEK_DAYS }, (_, index) => week * WEEK_DAYS + index);
    const result = days
      .flatMap((day) =>
        intervals.map((interval) => toInterval({ schedule, interval, day, holidays })),
      )
      .filter((interval) => interval !== undefined)
      .toSorted((one, other) => one.openMs - other.openMs);
    const oldest = kept.keys().next();
    if (kept.size >= WEEKS_KEPT && oldest.done !== true) kept.delete(oldest.value);
    kept.set(week, result);
    return result;
  };
}

type DayInterval = {
  readonly schedule: Schedule;
  readonly interval: TradingInterval;
  readonly day: number;
  readonly holidays: Holidays;
};

function toInterval({ schedule, interval, day, holidays }: DayInterval): Interval | undefined {
  if (!interval.days.includes(weekdayOf(day))) return undefined;
  const openMinute = minuteOf(interval.open);
  const closeMinute = minuteOf(interval.close);
  const closeDay = closeMinute > openMinute ? day : day + 1;
  const tradingDay = schedule.tradingDay === 'open' ? day : closeDay;
  const openMs = wallToMs(schedule.zone, day, openMinute);
  const closeMs = wallToMs(schedule.zone, closeDay, closeMinute);
  const earlyMinute = holidays.closeMinute(tradingDay);
  if (earlyMinute === undefined) return { openMs, closeMs };
  if (earlyMinute === 0) return undefined;
  const earlyMs = Math.min(closeMs, wallToMs(schedule.zone, tradingDay, earlyMinute));
  return earlyMs > openMs ? { openMs, closeMs: earlyMs } : undefined;
}

function minuteOf(text: string): number {
  const [hours, minutes] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}
