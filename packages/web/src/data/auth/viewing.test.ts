import { expect, it } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { createMemoryStore, KEYS } from '../storage/text-store.ts';
import { addressElsewhere, handOver, takeOver, VIEWING_ADDRESS } from './viewing.ts';

const MARK = new URL(VIEWING_ADDRESS, 'https://a.example').hash;

it('gives the tab that is opened a session of its own, and leaves that of the browser', () => {
  const shared = createMemoryStore();
  const tab = createMemoryStore();
  createSessionStore(shared).begin('the-customers');
  handOver(shared, 'to-view-with');
  expect(takeOver(shared, tab, MARK)).toBe(true);
  const viewing = createSessionStore(tab, KEYS.viewing);
  expect(viewing.current()).toBe('to-view-with');
  viewing.end('signed-out');
  expect(createSessionStore(shared).current()).toBe('the-customers');
  expect(shared.read(KEYS.viewing)).toBeUndefined();
});

it('hands a session over once, and to no tab that was not opened for it', () => {
  const shared = createMemoryStore();
  handOver(shared, 'to-view-with');
  expect(takeOver(shared, createMemoryStore(), '')).toBe(false);
  expect(takeOver(shared, createMemoryStore(), MARK)).toBe(true);
  expect(takeOver(shared, createMemoryStore(), MARK)).toBe(false);
});

it('still views after a reload, whose address may have lost the mark', () => {
  const [shared, tab] = [createMemoryStore(), createMemoryStore()];
  handOver(shared, 'to-view-with');
  takeOver(shared, tab, MARK);
  expect(takeOver(shared, tab, '')).toBe(true);
});

it('takes a session from another site by the fragment, if it is one of staff', () => {
  const token = `staff-view-${'a'.repeat(43)}`;
  const tab = createMemoryStore();
  const { hash, pathname } = new URL(addressElsewhere('https://trade.example', token));
  expect(pathname).toBe('/platform/BTCUSD');
  expect(takeOver(createMemoryStore(), tab, hash)).toBe(true);
  expect(tab.read(KEYS.viewing)).toBe(token);
  // A customer's own token would sign whoever follows the link in to that customer's account.
  const trap = `#view=${'a'.repeat(43)}`;
  expect(takeOver(createMemoryStore(), createMemoryStore(), trap)).toBe(false);
});
