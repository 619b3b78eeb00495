// Optional features of the trading screen, stored in this browser.
import { useSyncExternalStore } from 'react';
import { IS_PRACTICE } from '../auth/account-kind.ts';
import { createSubject, type Observable } from '../http/observable.ts';
import { browserStore, KEYS, type TextStore } from './text-store.ts';

export type Preference = Observable<boolean> & { set(isOn: boolean): void };

const ON = 'on';
const OFF = 'off';

/** Creates a preference that is on until it is switched off, or the other way round. */
export function createPreference(
  store: TextStore,
  key: string,
  isOnAtFirst: boolean = true,
): Preference {
  const changed = isOnAtFirst ? OFF : ON;
  const subject = createSubject((store.read(key) === changed) !== isOnAtFirst);
  return {
    current: subject.current,
    subscribe: subject.subscribe,
    set(isOn) {
      if (isOn === isOnAtFirst) store.remove(key);
      else store.write(key, changed);
      subject.set(isOn);
    },
  };
}

// The practice account has a setting of its own: switching confirmations off there must not affect
// real money.
/** Whether closing a position needs a confirmation. */
export const confirmClose = createPreference(
  browserStore,
  IS_PRACTICE ? KEYS.practiceConfirmClose : KEYS.confirmClose,
);
/** Whether a click on a price of the ticket trades. */
export const oneClickTrading = createPreference(
  browserStore,
  IS_PRACTICE ? KEYS.practiceOneClick : KEYS.oneClick,
  false,
);
/** Whether single-key shortcuts work; users of speech input need them off. */
export const keyShortcuts = createPreference(browserStore, KEYS.shortcuts);

/**
 * Whether the tour of the trading screen is shown: on the practice account until it is finished or
 * skipped, on the live account when it is asked for.
 */
export const tour = createPreference(
  browserStore,
  IS_PRACTICE ? KEYS.practiceTour : KEYS.tour,
  IS_PRACTICE,
);

export function usePreference({ subscribe, current }: Preference): boolean {
  return useSyncExternalStore(subscribe, current);
}
