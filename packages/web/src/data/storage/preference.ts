// Optional features of the trading screen. On by default, and stored in this browser.
import { useSyncExternalStore } from 'react';
import { createSubject, type Observable } from '../http/observable.ts';
import { browserStore, KEYS, type TextStore } from './text-store.ts';

export type Preference = Observable<boolean> & { set(isOn: boolean): void };

const OFF = 'off';

export function createPreference(store: TextStore, key: string): Preference {
  const subject = createSubject(store.read(key) !== OFF);
  return {
    current: subject.current,
    subscribe: subject.subscribe,
    set(isOn) {
      if (isOn) store.remove(key);
      else store.write(key, OFF);
      subject.set(isOn);
    },
  };
}

/** Whether closing a position needs a confirmation. */
export const confirmClose = createPreference(browserStore, KEYS.confirmClose);
/** Whether single-key shortcuts work; users of speech input need them off. */
export const keyShortcuts = createPreference(browserStore, KEYS.shortcuts);

export function usePreference({ subscribe, current }: Preference): boolean {
  return useSyncExternalStore(subscribe, current);
}
