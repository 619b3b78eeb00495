import { expect, it } from 'vitest';
import { readCached, writeCached } from './content-cache.ts';
import { createMemoryStore, KEYS } from './text-store.ts';

it('returns what was stored under a name, and nothing else', () => {
  const store = createMemoryStore();
  writeCached(store, 'en:about', { title: 'About' });
  writeCached(store, 'de:about', { title: 'Über' });
  expect(readCached(store, 'en:about')).toEqual({ title: 'About' });
  expect(readCached(store, 'de:about')).toEqual({ title: 'Über' });
  expect(readCached(store, 'en:terms')).toBeUndefined();
});

it('keeps the latest of each name, and forgets what is undefined', () => {
  const store = createMemoryStore();
  writeCached(store, 'page', 1);
  writeCached(store, 'page', 2);
  expect(readCached(store, 'page')).toBe(2);
  writeCached(store, 'page', undefined);
  expect(readCached(store, 'page')).toBeUndefined();
  expect(store.read(KEYS.content)).toBeUndefined();
});

it('drops what was read longest ago when it would grow too large', () => {
  const store = createMemoryStore();
  const large = 'x'.repeat(100_000);
  for (const key of ['one', 'two', 'three', 'four']) writeCached(store, key, large);
  expect(store.read(KEYS.content)?.length).toBeLessThan(262_144);
  expect(readCached(store, 'four')).toBe(large);
  expect(readCached(store, 'one')).toBeUndefined();
  writeCached(store, 'huge', 'x'.repeat(300_000));
  expect(readCached(store, 'huge')).toBeUndefined();
});

it('keeps at most 24 entries', () => {
  const store = createMemoryStore();
  for (let at = 0; at < 30; at += 1) writeCached(store, `page-${at}`, at);
  expect(readCached(store, 'page-29')).toBe(29);
  expect(readCached(store, 'page-6')).toBe(6);
  expect(readCached(store, 'page-5')).toBeUndefined();
});

it.each(['no JSON', '{}', '[1, ["a"], [2, 3]]', 'null'])('reads %s as nothing', (text) => {
  const store = createMemoryStore();
  store.write(KEYS.content, text);
  expect(readCached(store, 'a')).toBeUndefined();
  writeCached(store, 'a', 1);
  expect(readCached(store, 'a')).toBe(1);
});
