// What a visitor allows. Until they have chosen, and if they choose so, nothing of other companies
// is loaded and nothing is kept that the site does not need.
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

/** Undefined until the visitor has chosen. */
export function useConsent(): Choice | undefined {
  return useSyncExternalStore(consent.subscribe, consent.current);
}
