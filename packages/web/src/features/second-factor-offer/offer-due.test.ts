import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { createMemoryStore, KEYS } from '#data/storage/text-store.ts';
import { isOfferDue, putOff } from './offer-due.ts';

const OPENED_MS = Date.UTC(2026, 0, 1);
const user = { id: 7, second_factor: false, created_at: new Date(OPENED_MS).toISOString() };

it('is due from the second day on, unless the second factor is on', () => {
  const store = createMemoryStore();
  expect(isOfferDue(user, store, OPENED_MS + DAY_MS - 1)).toBe(false);
  expect(isOfferDue(user, store, OPENED_MS + DAY_MS)).toBe(true);
  expect(isOfferDue({ ...user, second_factor: true }, store, OPENED_MS + DAY_MS)).toBe(false);
});

it('returns a week after it was postponed, for this customer only', () => {
  const store = createMemoryStore();
  const nowMs = OPENED_MS + 30 * DAY_MS;
  putOff(user, store, nowMs);
  expect(isOfferDue(user, store, nowMs)).toBe(false);
  expect(isOfferDue(user, store, nowMs + 7 * DAY_MS - 1)).toBe(false);
  expect(isOfferDue(user, store, nowMs + 7 * DAY_MS)).toBe(true);
  expect(isOfferDue({ ...user, id: 8 }, store, nowMs)).toBe(true);
});

it.each(['7', '7:soon', '7:Infinity', '7:99999999999999', ''])(
  'is due when the invalid %o is stored',
  (stored) => {
    const store = createMemoryStore();
    store.write(KEYS.secondFactorOffer, stored);
    expect(isOfferDue(user, store, OPENED_MS + DAY_MS)).toBe(true);
  },
);
