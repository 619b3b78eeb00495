import { expect, it } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { createMemoryStore, KEYS } from '../storage/text-store.ts';
import { handOver, takeOver, VIEWING_ADDRESS } from './viewing.ts';

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
