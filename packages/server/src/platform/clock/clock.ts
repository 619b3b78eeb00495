// The only place where time enters the program, so that a test can control it.

export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** The day in UTC as ISO 8601 writes it, such as 2026-11-23. */
export function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns the midnight that begins a day in UTC, such as 2026-11-23; undefined for other text. */
export function parseDay(text: string): number | undefined {
  const atMs = DAY_PATTERN.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 30 February for a day in March.
  return Number.isNaN(atMs) || isoDay(atMs) !== text ? undefined : atMs;
}
