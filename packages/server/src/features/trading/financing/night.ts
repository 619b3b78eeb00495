// Overnight financing is charged per calendar day in New York at 17:00 local time, weekends
// included.
import { DAY_MS } from '@halyard/core/time';
import type { Night } from '@halyard/core/engine';
import { wallToMs, zoneOffsetMs } from '@halyard/market';
import { isoDay } from '#platform/clock/clock.ts';

const ZONE = 'America/New_York';
const CUT_OFF_MINUTE = 17 * 60;

/** Returns the financing day that began last. */
export function lastNight(nowMs: number): Night {
  const today = Math.floor((nowMs + zoneOffsetMs(ZONE, nowMs)) / DAY_MS);
  const tonight = nightOf(today);
  return tonight.cutOffAtMs <= nowMs ? tonight : nightOf(today - 1);
}

/** Returns when the trading day of `nowMs` ends. */
export function nextCutOff(nowMs: number): number {
  return nightOf(toDayNumber(lastNight(nowMs).day) + 1).cutOffAtMs;
}

/** Returns the financing days after the given one up to the last begun one, in order. */
export function listNights(afterDay: string, last: Night): readonly Night[] {
  const nights: Night[] = [];
  for (let day = toDayNumber(afterDay) + 1; day <= toDayNumber(last.day); day += 1) {
    nights.push(nightOf(day));
  }
  return nights;
}

/** Returns this many financing days after the given one, in order. */
export function nextNights(afterDay: string, count: number): readonly Night[] {
  const first = toDayNumber(afterDay) + 1;
  return Array.from({ length: count }, (_, index) => nightOf(first + index));
}

/** Returns the financing day with this number, counted from 1970-01-01. */
function nightOf(day: number): Night {
  return {
    day: isoDay(day * DAY_MS),
    cutOffAtMs: wallToMs(ZONE, day, CUT_OFF_MINUTE),
  };
}

function toDayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}
