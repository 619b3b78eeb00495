// Signs an idle customer out: 20 minutes after the last input in any tab, with a warning a minute
// before.
//
// Input is registered IDLE_DEBOUNCE_MS after it pauses, as a moment in the store that all tabs
// share, so that a storm of events costs one write. Every decision is taken against that moment
// and the clock, because a sleeping machine's timers stand still.
import { MINUTE_MS } from '@halyard/core/time';
import { createSubject, type Observable } from '../http/observable.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';

export const IDLE_MS = 1_200_000;
export const IDLE_DEBOUNCE_MS = 500;
export const IDLE_WARNING_MS = MINUTE_MS;
const IDLE_TICK_MS = 1_000;

/** How long until the sign-out, once the warning is due; undefined before that. */
export type IdleNotice = { readonly remainingMs: number } | undefined;

export type IdleWatch = {
  readonly warning: Observable<IdleNotice>;
  /** To be called for every input. */
  noteInput(): void;
  /** Registers activity at once: somebody has answered the warning. */
  stay(): void;
  /** To be called when the page wakes up or another tab registered input. */
  check(): void;
  close(): void;
};

export type IdleWatchOptions = {
  readonly store: TextStore;
  readonly now: () => number;
  readonly onIdle: () => void;
};

/** Begins to watch a signed-in customer. */
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
    // Input without a pause would put its registration off for ever.
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
      // Input after the time is up, on a machine that slept, must not count.
      check();
      if (isOver) return;
      clearTimeout(debounce);
      debounce = setTimeout(register, IDLE_DEBOUNCE_MS);
    },
  };
}

/** Registers activity at once, as signing in does. */
export function writeActivity(store: TextStore, atMs: number): void {
  store.write(KEYS.activity, String(atMs));
}

function remainingMs(store: TextStore, nowMs: number): number {
  const registeredAtMs = Number(store.read(KEYS.activity));
  // Nothing registered, or a moment in the future after the clock was set back: begin anew.
  if (!Number.isFinite(registeredAtMs) || registeredAtMs <= 0 || registeredAtMs > nowMs) {
    writeActivity(store, nowMs);
    return IDLE_MS;
  }
  return registeredAtMs + IDLE_MS - nowMs;
}
