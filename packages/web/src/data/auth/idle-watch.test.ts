import { MINUTE_MS } from '@halyard/core/time';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  IDLE_DEBOUNCE_MS,
  IDLE_MS,
  IDLE_WARNING_MS,
  startIdleWatch,
  type IdleWatch,
} from './idle-watch.ts';
import { writeActivity } from './activity.ts';
import { createMemoryStore, KEYS, type TextStore } from '../storage/text-store.ts';

let store: TextStore;
let watches: IdleWatch[];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  store = createMemoryStore();
  watches = [];
});

afterEach(() => {
  for (const watch of watches) watch.close();
  vi.useRealTimers();
});

function openTab() {
  const onIdle = vi.fn<() => void>();
  const watch = startIdleWatch({ store, now: () => Date.now(), onIdle });
  watches.push(watch);
  return { watch, onIdle };
}

it('signs out after 20 minutes without input and not before [k-idle] [o-idle-signout]', () => {
  const { onIdle } = openTab();
  vi.advanceTimersByTime(1_200_000 - 1);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(IDLE_MS);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('registers input half a second after it pauses [k-idle-debounce]', () => {
  const { watch } = openTab();
  const before = store.read(KEYS.activity);
  vi.advanceTimersByTime(5_000);
  watch.noteInput();
  vi.advanceTimersByTime(300);
  watch.noteInput();
  vi.advanceTimersByTime(499);
  expect(store.read(KEYS.activity)).toBe(before);
  vi.advanceTimersByTime(1);
  expect(store.read(KEYS.activity)).toBe(String(Date.now()));
});

it('counts the 20 minutes from the registered input', () => {
  const { watch, onIdle } = openTab();
  vi.advanceTimersByTime(1_000_000);
  watch.noteInput();
  vi.advanceTimersByTime(IDLE_DEBOUNCE_MS + IDLE_MS - 1_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('warns a minute before and counts down', () => {
  const { watch } = openTab();
  vi.advanceTimersByTime(IDLE_MS - IDLE_WARNING_MS - 1_000);
  expect(watch.warning.current()).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(watch.warning.current()).toEqual({ remainingMs: MINUTE_MS });
  vi.advanceTimersByTime(10_000);
  expect(watch.warning.current()).toEqual({ remainingMs: 50_000 });
});

it('hides the warning when there is input', () => {
  const { watch, onIdle } = openTab();
  vi.advanceTimersByTime(IDLE_MS - 30_000);
  watch.noteInput();
  vi.advanceTimersByTime(IDLE_DEBOUNCE_MS);
  expect(watch.warning.current()).toBeUndefined();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
});

it('hides the warning at once when it is answered, but not after the time is up', () => {
  const { watch, onIdle } = openTab();
  vi.advanceTimersByTime(IDLE_MS - 30_000);
  watch.stay();
  expect(watch.warning.current()).toBeUndefined();
  vi.setSystemTime(Date.now() + IDLE_MS);
  watch.stay();
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('never signs out while input goes on without a pause', () => {
  const { watch, onIdle } = openTab();
  for (let elapsedMs = 0; elapsedMs < IDLE_MS + MINUTE_MS; elapsedMs += 250) {
    watch.noteInput();
    vi.advanceTimersByTime(250);
  }
  expect(onIdle).not.toHaveBeenCalled();
  expect(watch.warning.current()).toBeUndefined();
});

it('shares activity between tabs, so that a tab in use keeps the others signed in', () => {
  const quiet = openTab();
  const used = openTab();
  vi.advanceTimersByTime(IDLE_MS - 30_000);
  used.watch.noteInput();
  vi.advanceTimersByTime(IDLE_DEBOUNCE_MS);
  quiet.watch.check();
  expect(quiet.watch.warning.current()).toBeUndefined();
  vi.advanceTimersByTime(IDLE_MS - IDLE_WARNING_MS - 1_000);
  expect(quiet.onIdle).not.toHaveBeenCalled();
});

it('signs out at once when the page wakes up too late, whatever the input that woke it', () => {
  const { watch, onIdle } = openTab();
  // Simulates a sleeping machine: the clock continues, timers don't.
  vi.setSystemTime(Date.now() + IDLE_MS);
  watch.noteInput();
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('signs out at once when the page is opened after the time is up', () => {
  writeActivity(store, Date.now() - IDLE_MS);
  expect(openTab().onIdle).toHaveBeenCalledTimes(1);
});

it.each(['', 'soon', '-5', '99999999999999'])('starts over when %j is stored', (stored) => {
  store.write(KEYS.activity, stored);
  const { watch, onIdle } = openTab();
  expect(onIdle).not.toHaveBeenCalled();
  expect(watch.warning.current()).toBeUndefined();
  expect(store.read(KEYS.activity)).toBe(String(Date.now()));
});
