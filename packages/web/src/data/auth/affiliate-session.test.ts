import { expect, it } from 'vitest';
import { createAffiliateSessionStore } from './affiliate-session.ts';
import { createMemoryStore, KEYS } from '../storage/text-store.ts';

const USER = { name: 'Partner', email: 'partner@example.com', token: 'a-token' };
const ANSWER = { access_token: 'a-token', user: USER };

it('keeps the affiliate’s session over a reload, separate from the customer’s, until they sign out [a-logout-clears]', () => {
  const store = createMemoryStore();
  store.write(KEYS.session, 'customer-token');
  createAffiliateSessionStore(store).begin(ANSWER);
  const reloaded = createAffiliateSessionStore(store);
  expect(reloaded.current()).toEqual(USER);
  reloaded.end(false);
  expect(reloaded.current()).toBeUndefined();
  expect(reloaded.hasExpired()).toBe(false);
  expect(store.read(KEYS.affiliate)).toBeUndefined();
  expect(store.read(KEYS.session)).toBe('customer-token');
});

it('recognises a session that the server ended', () => {
  const session = createAffiliateSessionStore(createMemoryStore());
  session.end(true);
  expect(session.hasExpired()).toBe(false);
  session.begin(ANSWER);
  session.end(true);
  expect(session.hasExpired()).toBe(true);
});

it.each(['', 'null', '{', '{"name":1}', '[]'])('treats %j as signed out', (stored) => {
  const store = createMemoryStore();
  store.write(KEYS.affiliate, stored);
  expect(createAffiliateSessionStore(store).current()).toBeUndefined();
});
