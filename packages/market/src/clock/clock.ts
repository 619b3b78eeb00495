// Time and timers as arguments, so that tests control them without waiting.
import { HOUR_MS } from '@halyard/core/time';

export type Clock = {
  /** The current time in milliseconds since 1970 (UTC). */
  nowMs(): number;
};

export type Scheduler = {
  /** Calls `run` once, `delayMs` from now; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /**
   * Yields to the event loop, so that waiting input and timers run before a long computation
   * continues.
   */
  breathe(): Promise<void>;
};

// The longest single timer; setTimeout treats a delay above 2^31 - 1 ms as 1 ms.
const TIMER_MAX_MS = HOUR_MS;

/** Real timers, which never keep the process alive. */
export function createSystemScheduler(): Scheduler {
  return {
    after(delayMs, run) {
      const timer = setTimeout(run, Math.min(Math.max(0, delayMs), TIMER_MAX_MS));
      timer.unref();
      return () => {
        clearTimeout(timer);
      };
    },
    breathe() {
      return new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

/** Resolves after `waitMs`, or when the signal is aborted. */
export function pause(waitMs: number, scheduler: Scheduler, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = scheduler.after(waitMs, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
