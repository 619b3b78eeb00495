import { assert, assertPresent } from '@halyard/core/assertion';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached offsets of a time zone from UTC at the start of UTC days. */
const offsetsByZone = new Map<string, Map<number, number>>();
const DAYS_KEPT = 4_000;

/** Returns the offset of an IANA zone from UTC at an instant. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  if (zone === 'UTC') return 0;
  const day = Math.floor(atMs / DAY_MS);
  // No zone changes its clocks twice a day, so equal offsets at both ends of a day hold for the
  // whole day.
  const before = offsetAtDay(zone, day);
  return before === offsetAtDay(zone, day + 1) ? before : readOffsetMs(zone, atMs);
}

function offsetAtDay(zone: string, day: number): number {
  let offsets = offsetsByZone.get(zone);
  if (offsets === undefined || offsets.size >= DAYS_KEPT) {
    offsets = new Map();
    offsetsByZone.set(zone, offsets);
  }
  let offset = offsets.get(day);
  if (offset === undefined) {
    offset = readOffsetMs(zone, day * DAY_MS);
    offsets.set(day, offset);
  }
  return offset;
}

/** Reads the offset from a formatted date, which is slow. */
function readOffsetMs(zone: string, atMs: number): number {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  const name = formatter.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value;
  // The offset as Intl writes it: 'GMT', 'GMT-05:00', 'GMT+05:30'.
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(assertPresent(name, `an offset of ${zone}`));
  assert(match !== null, `the offset of ${zone} reads as GMT±HH:MM`);
  const [, sign, hours, minutes] = match;
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/**
 * Returns the instant at which the zone's clocks show a time of day: `minute` minutes after 00:00
 * of the local date that lies `day` days after 1970-01-01. A skipped time is read as the same
 * duration after the change; a repeated time as its first occurrence.
 */
export function wallToMs(zone: string, day: number, minute: number): number {
  const wallMs = day * DAY_MS + minute * MINUTE_MS;
  const before = wallMs - zoneOffsetMs(zone, wallMs - DAY_MS);
  const after = wallMs - zoneOffsetMs(zone, wallMs + DAY_MS);
  const isBefore = before + zoneOffsetMs(zone, before) === wallMs;
  const isAfter = after + zoneOffsetMs(zone, after) === wallMs;
  return !isBefore && isAfter ? after : before;
}
