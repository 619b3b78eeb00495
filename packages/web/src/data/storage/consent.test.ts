import { expect, it } from 'vitest';
import { createConsent } from './consent.ts';
import { createMemoryStore, KEYS } from './text-store.ts';

it('has no choice at first, and then keeps it', () => {
  const store = createMemoryStore();
  const consent = createConsent(store);
  expect(consent.current()).toBeUndefined();
  consent.set('all');
  expect(consent.current()).toBe('all');
  expect(createConsent(store).current()).toBe('all');
  consent.set('necessary');
  expect(createConsent(store).current()).toBe('necessary');
});

it('treats an unknown value as no choice', () => {
  const store = createMemoryStore();
  store.write(KEYS.consent, 'everything');
  expect(createConsent(store).current()).toBeUndefined();
});
