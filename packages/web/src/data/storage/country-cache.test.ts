import { expect, it } from 'vitest';
import { keepCountries, readCountries } from './country-cache.ts';
import { createMemoryStore, KEYS } from './text-store.ts';

const GERMANY = { id: 1, name: 'Germany', alpha2: 'DE' };

it('reads the cached countries', () => {
  const store = createMemoryStore();
  expect(readCountries(store)).toBeUndefined();
  keepCountries(store, [GERMANY]);
  expect(readCountries(store)).toEqual([GERMANY]);
});

it.each(['', '{', '[]', '{"id":1}', '[{"id":"1","name":"Germany","alpha2":"DE"}]'])(
  'ignores %j as a cached list',
  (text) => {
    const store = createMemoryStore();
    store.write(KEYS.countries, text);
    expect(readCountries(store)).toBeUndefined();
  },
);
