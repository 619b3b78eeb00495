const SECONDS_BELOW = 1e11;
const MILLISECONDS_BELOW = 1e14;

const EPOCH = /^-?\d{1,17}$/;
const CALENDAR =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?)?$/;

/**
 * Parses a time as milliseconds since 1970: a calendar date with or without a time of day (UTC
 * unless it has an offset), a month, or a count of seconds, milliseconds or microseconds,
 * distinguished by size.
 */
export function parseTime(text: string): number | undefined {
  if (EPOCH.test(text)) return fromEpoch(Number(text));
  const match = CALENDAR.exec(text);
  if (match === null) return undefined;
  const [, year, month, date = '01', time = '00:00', zone = 'Z'] = match;
  const atMs = Date.parse(`${year}-${month}-${date}T${time}${zone}`);
  return Number.isNaN(atMs) || !isDay(`${year}-${month}-${date}`) ? undefined : atMs;
}

/** Returns whether the day exists: Date.parse takes 30 February for a day in March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

function fromEpoch(value: number): number {
  const size = Math.abs(value);
  if (size < SECONDS_BELOW) return value * 1_000;
  return size < MILLISECONDS_BELOW ? value : Math.floor(value / 1_000);
}
