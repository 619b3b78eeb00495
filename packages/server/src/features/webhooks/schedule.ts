// When a delivery that failed is tried again: the schedule that Standard Webhooks recommends.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';

/** After the last one the same pause goes on until the time is over. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];
const RETRIED_FOR_MS = 3 * DAY_MS;

/** When to try again after so many attempts; undefined once three days have passed. */
export function nextAttemptAtMs(failed: {
  readonly attempts: number;
  readonly retriedSinceMs: number;
  readonly nowMs: number;
}): number | undefined {
  const { attempts, retriedSinceMs, nowMs } = failed;
  const lastMs = retriedSinceMs + RETRIED_FOR_MS;
  if (nowMs >= lastMs) return undefined;
  const pauseMs = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? SECOND_MS;
  // The last attempt is at the end of the three days.
  return Math.min(nowMs + pauseMs, lastMs);
}
