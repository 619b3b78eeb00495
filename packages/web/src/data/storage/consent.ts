// The visitor's cookie consent. Without it no third-party content is loaded and only necessary data
// is stored.
import { useSyncExternalStore } from 'react';
import { createSubject, type Observable } from '../http/observable.ts';
import { browserStore, KEYS, type TextStore } from './text-store.ts';

const CHOICES = ['necessary', 'all'] as const;
export type Choice = (typeof CHOICES)[number];

export type Consent = Observable<Choice | undefined> & { set(choice: Choice): void };

export function createConsent(store: TextStore): Consent {
  const kept = store.read(KEYS.consent);
  const subject = createSubject(CHOICES.find((choice) => choice === kept));
  return {
    current: subject.current,
    subscribe: subject.subscribe,
    set(choice) {
      store.write(KEYS.consent, choice);
      subject.set(choice);
    },
  };
}

export const consent = createConsent(browserStore);

/** Undefined until the visitor has decided. */
export function useConsent(): Choice | undefined {
  return useSyncExternalStore(consent.subscribe, consent.current);
}
