import { expect, it } from 'vitest';
import { noteArrival, readAttribution } from './attribution.ts';
import { createMemoryStore, KEYS } from './text-store.ts';

const at = (path: string) => new URL(path, 'https://halyard.example');

it('keeps the ref of any page that is opened with one [o-ref-stored]', () => {
  const store = createMemoryStore();
  noteArrival(store, at('/login?lng=de&ref=abc123'));
  expect(readAttribution(store).ref).toBe('abc123');
});

it('never replaces a stored ref [o-ref-once]', () => {
  const store = createMemoryStore();
  noteArrival(store, at('/?ref=first'));
  noteArrival(store, at('/?ref=second'));
  noteArrival(store, at('/'));
  expect(readAttribution(store).ref).toBe('first');
});

it('accepts a ref from a later visit if the first had none', () => {
  const store = createMemoryStore();
  noteArrival(store, at('/about?ref='));
  noteArrival(store, at('/register?ref=late'));
  expect(readAttribution(store)).toEqual({ sourcePage: '/about', ref: 'late' });
});

it('keeps the path of the first page only, without its query string', () => {
  const store = createMemoryStore();
  noteArrival(store, at('/platform/EURUSD?ref=x'));
  noteArrival(store, at('/login'));
  expect(readAttribution(store).sourcePage).toBe('/platform/EURUSD');
});

it.each(['/password/reset', '/autoLogin', '/email/confirm'])(
  'stores no code of a mailed link: %s',
  (page) => {
    for (const end of ['', '/']) {
      const store = createMemoryStore();
      noteArrival(store, at(`${page}/a-secret-code${end}`));
      expect(store.read(KEYS.attribution)).toBe(JSON.stringify({ sourcePage: page }));
    }
  },
);

it('cuts what is longer than the server takes', () => {
  const store = createMemoryStore();
  noteArrival(store, at(`/${'p'.repeat(500)}?ref=${'r'.repeat(500)}`));
  expect(readAttribution(store).ref).toHaveLength(64);
  expect(readAttribution(store).sourcePage).toHaveLength(200);
});

it.each(['{', '7', 'null', '{"ref":7}'])('ignores an invalid entry %j', (text) => {
  const store = createMemoryStore();
  store.write(KEYS.attribution, text);
  expect(readAttribution(store)).toEqual({});
});
