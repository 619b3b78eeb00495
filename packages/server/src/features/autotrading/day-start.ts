import { DAY_MS } from '@halyard/core/time';

/** 00:00 UTC of the day that holds `atMs`. */
export function dayStartMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}
