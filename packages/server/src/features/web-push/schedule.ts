// Computes when a message that a push service did not accept is sent again.
import { parseRetryAfter } from '@halyard/contract/format/retry-after';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';

/** The delays between attempts. The last one repeats until the message is too old. */
const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];
const LAST_PAUSE_MS = 15 * MINUTE_MS;
/**
 * The maximum delay that a push service can request; with a longer one it could silence a device
 * permanently.
 */
const RETRY_AFTER_MAX_MS = 4 * HOUR_MS;

/** Returns when to try again after this many attempts, not before the push service asks for it. */
export function nextAttemptAtMs(failed: {
  readonly attempts: number;
  readonly retryAfter: string | undefined;
  readonly nowMs: number;
}): number {
  const { attempts, retryAfter, nowMs } = failed;
  const pauseMs = PAUSES_MS[attempts - 1] ?? LAST_PAUSE_MS;
  const askedMs = parseRetryAfter(retryAfter, nowMs) ?? 0;
  return nowMs + Math.max(pauseMs, Math.min(askedMs, RETRY_AFTER_MAX_MS));
}
