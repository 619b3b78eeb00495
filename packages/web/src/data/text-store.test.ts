import { expect, it } from 'vitest';
import { createTextStore } from './text-store.ts';

/** A web storage that is full from the start. */
function fullStorage(texts: Map<string, string>): Storage {
  return {
    length: texts.size,
    key: () => null,
    clear: () => texts.clear(),
    getItem: (key) => texts.get(key) ?? null,
    removeItem: (key) => void texts.delete(key),
    setItem: () => {
      throw new Error('QuotaExceededError');
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
  const store = createTextStore(() => fullStorage(texts));
  expect(store.read('a')).toBe('old');
  store.write('a', 'new');
  expect(store.read('a')).toBe('new');
  store.remove('a');
  expect(store.read('a')).toBeUndefined();
});
