import { expect, it } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { createMemoryStore, KEYS } from '../storage/text-store.ts';
import { addressElsewhere, handOver, takeOver, VIEWING_ADDRESS } from './viewing.ts';

const MARK = new URL(VIEWING_ADDRESS, 'https://a.example').hash;

it('gives the opened tab its own session, and keeps the browser’s', () => {
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

it('hands a session over once, only to the tab that was opened for it', () => {
  const shared = createMemoryStore();
  handOver(shared, 'to-view-with');
  expect(takeOver(shared, createMemoryStore(), '')).toBe(false);
  expect(takeOver(shared, createMemoryStore(), MARK)).toBe(true);
  expect(takeOver(shared, createMemoryStore(), MARK)).toBe(false);
});

it('keeps the view after a reload, even without the mark in the address', () => {
  const [shared, tab] = [createMemoryStore(), createMemoryStore()];
  handOver(shared, 'to-view-with');
  takeOver(shared, tab, MARK);
  expect(takeOver(shared, tab, '')).toBe(true);
});

it('accepts a staff session from another site by the fragment', () => {
  const token = `staff-view-${'a'.repeat(43)}`;
  const tab = createMemoryStore();
  const { hash, pathname } = new URL(addressElsewhere('https://trade.example', token));
  expect(pathname).toBe('/platform/BTCUSD');
  expect(takeOver(createMemoryStore(), tab, hash)).toBe(true);
  expect(tab.read(KEYS.viewing)).toBe(token);
  // With a customer's own token, the link would sign anyone who follows it in to that customer's
  // account.
  const trap = `#view=${'a'.repeat(43)}`;
  expect(takeOver(createMemoryStore(), createMemoryStore(), trap)).toBe(false);
});
