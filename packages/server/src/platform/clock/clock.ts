// The only place where time enters the program, so that a test can control it.

export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

/** The day in UTC as ISO 8601 writes it, such as 2026-11-23. */
export function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
