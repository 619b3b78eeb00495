import { expect, it } from 'vitest';
import type { KeyOfCustomer } from './api-key-store.ts';
import { KeyCache } from './key-cache.ts';

function keyOf(customerId: number): KeyOfCustomer {
  const key = {
    id: 1,
    customerId,
    environment: 'live' as const,
    start: 'hk_live_x',
    name: 'Bot',
    scopes: ['read'] as const,
    networks: [],
    createdAtMs: 0,
    expiresAtMs: null,
    lastUse: null,
    lastRejectedUse: null,
    requests: 0,
  };
  return { key, isBlocked: false };
}

function open() {
  let nowMs = 0;
  const cache = new KeyCache({ nowMs: () => nowMs });
  return { cache, advance: (ms: number) => void (nowMs += ms) };
}

it('keeps a key for a second', () => {
  const { cache, advance } = open();
  const found = keyOf(7);
  cache.add('a', found, 0);
  advance(999);
  expect(cache.find('a')).toBe(found);
  advance(1);
  expect(cache.find('a')).toBeUndefined();
});

it('is due for one refresh after half a second', () => {
  const { cache, advance } = open();
  cache.add('a', keyOf(7), 0);
  advance(499);
  expect(cache.isDue('a')).toBe(false);
  advance(1);
  expect([cache.isDue('a'), cache.isDue('a'), cache.isDue('b')]).toEqual([true, false, false]);
  cache.add('a', keyOf(7), 500);
  expect(cache.isDue('a')).toBe(false);
  advance(500);
  expect(cache.isDue('a')).toBe(true);
});

it('counts the second from the start of the query', () => {
  const { cache, advance } = open();
  advance(1_000);
  cache.add('a', keyOf(7), 0);
  expect(cache.find('a')).toBeUndefined();
});

it('forgets the keys of a customer whose access changes, and keeps those of others', () => {
  const { cache } = open();
  cache.add('a', keyOf(7), 0);
  cache.add('b', keyOf(8), 0);
  cache.hold(7);
  expect([cache.find('a'), cache.find('b')?.key.customerId]).toEqual([undefined, 8]);
});

it('caches no key whose query overlaps a change of its customer', () => {
  const { cache, advance } = open();
  cache.hold(7);
  cache.add('a', keyOf(7), 0);
  expect(cache.find('a')).toBeUndefined();
  advance(60_000);
  cache.add('a', keyOf(7), 60_000);
  expect(cache.find('a')?.key.customerId).toBe(7);
});

it('removes the oldest key above its limit', () => {
  const { cache } = open();
  for (let index = 0; index <= 10_000; index += 1) cache.add(`${index}`, keyOf(index), 0);
  expect([cache.find('0'), cache.find('1')?.key.customerId]).toEqual([undefined, 1]);
});
