// Shared replies, computed at most once per price interval.
import { PRICE_INTERVAL_MS } from '@halyard/contract/live';
import type { Clock } from '#platform/clock/clock.ts';

type Made<Value> = { readonly value: Value; readonly atMs: number };

/**
 * Returns a function that computes a value on the first call, and again on the first call
 * PRICE_INTERVAL_MS later.
 */
export function conflate<Value>(clock: Clock, make: () => Value): () => Value {
  let last: Made<Value> | undefined;
  return () => {
    const nowMs = clock.nowMs();
    const ageMs = last === undefined ? Infinity : nowMs - last.atMs;
    // After the clock was set back the age is unknown, so the value is computed again.
    if (last === undefined || ageMs < 0 || ageMs >= PRICE_INTERVAL_MS) {
      last = { value: make(), atMs: nowMs };
    }
    return last.value;
  };
}
