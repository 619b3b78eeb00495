import { SECOND_MS } from '@halyard/core/time';

const SECONDS = /^\d{1,9}$/;

/**
 * Parses the Retry-After header, seconds or an HTTP date (RFC 9110 §10.2.3), as a delay from now.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (SECONDS.test(value)) return Number(value) * SECOND_MS;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
