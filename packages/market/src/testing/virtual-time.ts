// Time that a test controls: timers run in order of their due time, each at its instant.
import type { Clock, Scheduler } from '#clock/clock.ts';

export type VirtualTime = {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Advances the time and runs what becomes due on the way. */
  advance(durationMs: number): void;
  /** Advances the clock without running anything, like a suspended machine. */
  jump(durationMs: number): void;
  readonly pendingTimers: number;
};

type Timer = { readonly atMs: number; readonly run: () => void };

export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  const timers = new Set<Timer>();
  const next = (untilMs: number): Timer | undefined =>
    [...timers]
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((one, other) => one.atMs - other.atMs)[0];
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
      breathe: () => Promise.resolve(),
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (let timer = next(untilMs); timer !== undefined; timer = next(untilMs)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.atMs);
        timer.run();
      }
      nowMs = untilMs;
    },
    jump(durationMs) {
      nowMs += durationMs;
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}
