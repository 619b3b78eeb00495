import { expect, it } from 'vitest';
import { createTextStore } from './text-store.ts';

/** A web storage that rejects writes while it is full. */
function storageOf(texts: Map<string, string>, isFull: () => boolean): Storage {
  return {
    length: texts.size,
    key: () => null,
    clear: () => texts.clear(),
    getItem: (key) => texts.get(key) ?? null,
    removeItem: (key) => void texts.delete(key),
    setItem: (key, value) => {
      if (isFull()) throw new Error('QuotaExceededError');
      texts.set(key, value);
    },
  };
}

it('works in memory where the browser forbids storage', () => {
  const store = createTextStore(() => {
    throw new Error('SecurityError');
  });
  expect(store.read('a')).toBeUndefined();
  store.write('a', '1');
  expect(store.read('a')).toBe('1');
  store.remove('a');
  expect(store.read('a')).toBeUndefined();
});

it('reads what was written last when the storage is full', () => {
  const texts = new Map([['a', 'old']]);
  let isFull = true;
  const store = createTextStore(() => storageOf(texts, () => isFull));
  expect(store.read('a')).toBe('old');
  store.write('a', 'new');
  expect(store.read('a')).toBe('new');
  isFull = false;
  store.write('a', 'newest');
  expect([store.read('a'), texts.get('a')]).toEqual(['newest', 'newest']);
  store.remove('a');
  expect(store.read('a')).toBeUndefined();
});
