import { assert, assertPresent } from '@halyard/core/assertion';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Gives how far the clocks of an IANA zone are ahead of UTC at an instant. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  if (zone === 'UTC') return 0;
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  const name = formatter.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value;
  // 'GMT', 'GMT-05:00', 'GMT+05:30'
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(assertPresent(name, `an offset of ${zone}`));
  assert(match !== null, `the offset of ${zone} reads as GMT±HH:MM`);
  const [, sign, hours, minutes] = match;
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/**
 * Gives the instant at which the zone's clocks show a time of day: `minute` minutes after 00:00 of
 * the local date that lies `day` days after 1970-01-01. A time that a change of clocks skips reads
 * as the same span after the change; one that it repeats is the first of the two.
 */
export function wallToMs(zone: string, day: number, minute: number): number {
  const wallMs = day * DAY_MS + minute * MINUTE_MS;
  const before = wallMs - zoneOffsetMs(zone, wallMs - DAY_MS);
  const after = wallMs - zoneOffsetMs(zone, wallMs + DAY_MS);
  const isBefore = before + zoneOffsetMs(zone, before) === wallMs;
  const isAfter = after + zoneOffsetMs(zone, after) === wallMs;
  return !isBefore && isAfter ? after : before;
}
