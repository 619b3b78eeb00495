import { DAY_MS } from '@halyard/core/time';

/** Returns 00:00 UTC of the day of `atMs`. */
export function dayStartMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}
