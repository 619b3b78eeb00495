// The retry schedule of failed deliveries, as Standard Webhooks recommends it.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';

/** The delays between attempts. The last one repeats until the time limit. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];
const RETRIED_FOR_MS = 3 * DAY_MS;

/** Returns when to try again after this many attempts; undefined once three days have passed. */
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
