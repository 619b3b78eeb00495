// How a market's variance is distributed over its week: a profile of the day in the market's own
// time, nothing while it is closed, and a share for the gap at the opening after a long close.
import { assert } from '@halyard/core/assertion';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { createRecent } from '#recent/recent.ts';
import { weekdayOf, zoneOffsetMs } from '#session/session.ts';
import type { Sessions } from '#session/session.ts';
import type { Profile } from './profiles.ts';

export const DAY_MINUTES = 1_440;
const WEEK_DAYS = 7;
const SLOT_MINUTES = 30;
/**
 * How many days' shapes are cached: all symbols of a season request the same days, one symbol after
 * the other.
 */
const SHAPES_KEPT = 8;

// The Monday of a week without holidays (2026-06-01), which defines the weight of a complete week.
const REGULAR_WEEK_DAY = 20_605;

// After a close longer than this, a market opens at a new price instead of its last one.
const GAP_AFTER_MS = 5 * HOUR_MS;

/** One UTC day of a market. All weights are shares of a regular week's variance. */
export type DayShape = {
  /** The cumulated weight of the minutes before each minute: 1,441 values. */
  readonly weightBefore: Float64Array;
  /** The weight of the opening gap; 0 if the day continues from the previous one. */
  readonly gapWeight: number;
  readonly totalWeight: number;
};

export type Season = {
  shape(day: number): DayShape;
  /** Returns a day's total weight only, because paths sum over years of days. */
  totalWeight(day: number): number;
  readonly openMinutesWeek: number;
};

/** Returns the season of a session under a profile. */
export function createSeason(sessions: Sessions, sessionId: string, profile: Profile): Season {
  const market: MarketHours = { sessions, sessionId, profile };
  const weightUpTo = cumulativeProfile(profile);
  const week = Array.from({ length: WEEK_DAYS }, (_, index) =>
    openParts(market, REGULAR_WEEK_DAY + index),
  );
  const gapsWeek = week.filter(({ hasGap }) => hasGap).length * profile.gapShareWeek;
  const rawWeek = week.reduce((sum, day) => sum + rawWeight(day, weightUpTo), 0);
  assert(rawWeek > 0 && gapsWeek < 1, `${sessionId} is open in a regular week`);
  const scale = (1 - gapsWeek) / rawWeek;

  const shapes = createRecent<DayShape>(SHAPES_KEPT);
  const totals = new Map<number, number>();
  const totalWeight = (day: number): number => {
    const known = totals.get(day);
    if (known !== undefined) return known;
    const open = openParts(market, day);
    const total = rawWeight(open, weightUpTo) * scale + (open.hasGap ? profile.gapShareWeek : 0);
    totals.set(day, total);
    return total;
  };
  return {
    totalWeight,
    shape: (day) =>
      shapes.get(day, () => {
        const open = openParts(market, day);
        return {
          weightBefore: weightsOf(open, profile, scale),
          gapWeight: open.hasGap ? profile.gapShareWeek : 0,
          totalWeight: totalWeight(day),
        };
      }),
    openMinutesWeek: week
      .flatMap(({ parts }) => parts)
      .reduce((sum, part) => sum + part.untilMinute - part.fromMinute, 0),
  };
}

/** Returns whether the market is open in a minute of the day; only then the minute has weight. */
export function isOpenMinute({ weightBefore }: DayShape, minute: number): boolean {
  return (weightBefore[minute + 1] ?? 0) > (weightBefore[minute] ?? 0);
}

type MarketHours = {
  readonly sessions: Sessions;
  readonly sessionId: string;
  readonly profile: Profile;
};

type OpenDay = {
  /** The day's open spans in minutes of the UTC day. */
  readonly parts: readonly { readonly fromMinute: number; readonly untilMinute: number }[];
  readonly hasGap: boolean;
  /** The offset of the profile's time zone from UTC on that day. */
  readonly offsetMinutes: number;
  readonly factor: number;
};

function openParts({ sessions, sessionId, profile }: MarketHours, day: number): OpenDay {
  const startMs = day * DAY_MS;
  const endMs = startMs + DAY_MS;
  const parts: { readonly fromMinute: number; readonly untilMinute: number }[] = [];
  let hasGap = false;
  for (let atMs = startMs; atMs < endMs;) {
    const span = sessions.span(sessionId, atMs);
    const untilMs = Math.min(endMs, span.untilMs);
    if (span.isOpen) {
      const isFirst = parts.length === 0 && span.fromMs >= startMs;
      if (isFirst && opensAfterGap(sessions, sessionId, span.fromMs)) hasGap = true;
      parts.push({
        fromMinute: (atMs - startMs) / MINUTE_MS,
        untilMinute: (untilMs - startMs) / MINUTE_MS,
      });
    }
    atMs = untilMs;
  }
  const weekday = weekdayOf(day);
  return {
    parts,
    hasGap: hasGap && profile.gapShareWeek > 0,
    // The offset is taken at noon: on the day of a clock change the profile can be an hour off
    // until then.
    offsetMinutes: zoneOffsetMs(profile.zone, startMs + DAY_MS / 2) / MINUTE_MS,
    factor: weekday === 0 || weekday === 6 ? profile.weekendFactor : 1,
  };
}

function opensAfterGap(sessions: Sessions, sessionId: string, openMs: number): boolean {
  const rest = sessions.span(sessionId, openMs - 1);
  return !rest.isOpen && rest.untilMs - rest.fromMs > GAP_AFTER_MS;
}

/**
 * Returns a function from local minutes, which can extend into the next day, to the weight before.
 */
function cumulativeProfile(profile: Profile): (minute: number) => number {
  const before = new Float64Array(2 * DAY_MINUTES + 1);
  for (let minute = 0; minute < 2 * DAY_MINUTES; minute += 1) {
    before[minute + 1] = (before[minute] ?? 0) + minuteWeight(profile, minute);
  }
  return (minute) => before[minute] ?? 0;
}

function minuteWeight({ halfHours }: Profile, localMinute: number): number {
  return halfHours[Math.floor(localMinute / SLOT_MINUTES) % halfHours.length] ?? 0;
}

function rawWeight(day: OpenDay, weightUpTo: (minute: number) => number): number {
  let sum = 0;
  for (const { fromMinute, untilMinute } of day.parts) {
    const localFrom = localMinute(day, fromMinute);
    sum += weightUpTo(localFrom + untilMinute - fromMinute) - weightUpTo(localFrom);
  }
  return sum * day.factor;
}

function weightsOf(day: OpenDay, profile: Profile, scale: number): Float64Array {
  const weights = new Float64Array(DAY_MINUTES);
  for (const { fromMinute, untilMinute } of day.parts) {
    for (let minute = fromMinute; minute < untilMinute; minute += 1) {
      weights[minute] = minuteWeight(profile, localMinute(day, minute)) * day.factor * scale;
    }
  }
  const weightBefore = new Float64Array(DAY_MINUTES + 1);
  let sum = 0;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    sum += weights[minute] ?? 0;
    weightBefore[minute + 1] = sum;
  }
  return weightBefore;
}

function localMinute({ offsetMinutes }: OpenDay, minute: number): number {
  return (minute + offsetMinutes + DAY_MINUTES) % DAY_MINUTES;
}
