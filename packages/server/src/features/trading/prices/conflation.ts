// Answers that many customers get alike, made anew at most as often as prices are sent to a browser.
import { PRICE_INTERVAL_MS } from '@halyard/contract/live';
import type { Clock } from '#platform/clock/clock.ts';

type Made<Value> = { readonly value: Value; readonly atMs: number };

/** Makes a value on the first call, and again on the first one PRICE_INTERVAL_MS later. */
export function conflate<Value>(clock: Clock, make: () => Value): () => Value {
  let last: Made<Value> | undefined;
  return () => {
    const nowMs = clock.nowMs();
    const ageMs = last === undefined ? Infinity : nowMs - last.atMs;
    // A clock that was set back says nothing of the age.
    if (last === undefined || ageMs < 0 || ageMs >= PRICE_INTERVAL_MS) {
      last = { value: make(), atMs: nowMs };
    }
    return last.value;
  };
}
