// The Retry-After header, with which a server says when to send a request again.
import { DAY_MS, SECOND_MS } from '@halyard/core/time';

const SECONDS = /^\d+$/;
/** Limits the delay, because a faulty server could otherwise silence its clients permanently. */
const RETRY_AFTER_MAX_MS = DAY_MS;

/**
 * Parses the header, seconds or an HTTP date (RFC 9110 §10.2.3), as a delay from now in milliseconds,
 * at most a day; undefined if it names none.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  nowMs: number,
): number | undefined {
  if (header === null || header === undefined) return undefined;
  const delayMs = SECONDS.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - nowMs;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(0, delayMs), RETRY_AFTER_MAX_MS);
}
