// Signs an idle customer out 20 minutes after the last input in any tab, with a warning a minute
// before.
//
// Input is recorded IDLE_DEBOUNCE_MS after it pauses, as a time in the shared storage, so that many
// events cost one write. Every decision compares that time with the clock, because timers stop on a
// sleeping machine.
import { MINUTE_MS } from '@halyard/core/time';
import { createSubject, type Observable } from '../http/observable.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';
import { writeActivity } from './activity.ts';

export const IDLE_MS = 1_200_000;
export const IDLE_DEBOUNCE_MS = 500;
export const IDLE_WARNING_MS = MINUTE_MS;
const IDLE_TICK_MS = 1_000;

/** The time until sign-out while the warning is shown; otherwise undefined. */
export type IdleNotice = { readonly remainingMs: number } | undefined;

export type IdleWatch = {
  readonly warning: Observable<IdleNotice>;
  /** Records input; call it for every input event. */
  noteInput(): void;
  /** Records activity at once, for the warning's button. */
  stay(): void;
  /** Compares the times again; call it when the page wakes up or another tab recorded input. */
  check(): void;
  close(): void;
};

export type IdleWatchOptions = {
  readonly store: TextStore;
  readonly now: () => number;
  readonly onIdle: () => void;
};

/** Starts to watch a signed-in customer. */
export function startIdleWatch({ store, now, onIdle }: IdleWatchOptions): IdleWatch {
  const warning = createSubject<IdleNotice>(undefined);
  let debounce: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const close = (): void => {
    isOver = true;
    clearTimeout(debounce);
    clearInterval(ticker);
  };
  const register = (): void => {
    clearTimeout(debounce);
    debounce = undefined;
    writeActivity(store, now());
    warning.set(undefined);
  };
  const check = (): void => {
    if (isOver) return;
    // Continuous input would postpone its recording without limit.
    if (debounce !== undefined && remainingMs(store, now()) <= IDLE_WARNING_MS) register();
    const remaining = remainingMs(store, now());
    if (remaining <= 0) {
      close();
      onIdle();
      return;
    }
    warning.set(remaining <= IDLE_WARNING_MS ? { remainingMs: remaining } : undefined);
  };
  const ticker = setInterval(check, IDLE_TICK_MS);
  check();
  return {
    warning,
    check,
    close,
    stay() {
      check();
      if (!isOver) register();
    },
    noteInput() {
      // Input after the time is up, on a machine that slept, does not count.
      check();
      if (isOver) return;
      clearTimeout(debounce);
      debounce = setTimeout(register, IDLE_DEBOUNCE_MS);
    },
  };
}

function remainingMs(store: TextStore, nowMs: number): number {
  const registeredAtMs = Number(store.read(KEYS.activity));
  // Nothing recorded, or a time in the future after a clock change: start again.
  if (!Number.isFinite(registeredAtMs) || registeredAtMs <= 0 || registeredAtMs > nowMs) {
    writeActivity(store, nowMs);
    return IDLE_MS;
  }
  return registeredAtMs + IDLE_MS - nowMs;
}
