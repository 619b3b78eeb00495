import type { Clock, Scheduler } from '@halyard/market';

export type VirtualTime = {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Advances the time and runs what becomes due on the way, in order. */
  advance(durationMs: number): void;
};

type Timer = { readonly atMs: number; readonly run: () => void };

/** Creates a time that advances as fast as its timers permit. */
export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  const timers = new Set<Timer>();
  const findNext = (): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) if (next === undefined || timer.atMs < next.atMs) next = timer;
    return next;
  };
  return {
    clock: { nowMs: () => nowMs },
    scheduler: {
      after(delayMs, run) {
        const timer = { atMs: nowMs + Math.max(1, delayMs), run };
        timers.add(timer);
        return () => {
          timers.delete(timer);
        };
      },
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (let next = findNext(); next !== undefined && next.atMs <= untilMs; next = findNext()) {
        timers.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = untilMs;
    },
  };
}
