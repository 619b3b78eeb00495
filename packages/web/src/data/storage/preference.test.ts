import { expect, it } from 'vitest';
import { createPreference } from './preference.ts';
import { createMemoryStore } from './text-store.ts';

it('is on until it is switched off, and remembers that', () => {
  const store = createMemoryStore();
  const first = createPreference(store, 'a');
  let notified = 0;
  first.subscribe(() => (notified += 1));
  expect(first.current()).toBe(true);
  first.set(false);
  expect([first.current(), notified]).toEqual([false, 1]);
  expect(createPreference(store, 'a').current()).toBe(false);
  expect(createPreference(store, 'b').current()).toBe(true);
  first.set(true);
  expect(createPreference(store, 'a').current()).toBe(true);
});
