import { expect, it } from 'vitest';
import { createMemoryStore } from '#data/storage/text-store.ts';
import type { Drawing } from './chart-adapter.ts';
import { readStoredDrawings, storeDrawings } from './drawing-store.ts';

const line: Drawing = {
  tool: 'segment',
  points: [
    { atMs: 1_000, rate: 5 },
    { atMs: 2_000, rate: 6 },
  ],
};

it('keeps the drawings of each symbol apart, and none once they are removed', () => {
  const store = createMemoryStore();
  storeDrawings(store, 'BTCUSD', [line]);
  storeDrawings(store, 'ETHUSD', [{ tool: 'horizontalStraightLine', points: [{ rate: 3 }] }]);
  expect(readStoredDrawings(store, 'BTCUSD')).toEqual([line]);
  expect(readStoredDrawings(store, 'ETHUSD')[0]?.points).toEqual([{ rate: 3 }]);
  expect(readStoredDrawings(store, 'SOLUSD')).toEqual([]);
  storeDrawings(store, 'BTCUSD', []);
  expect(store.read('halyard:drawings:BTCUSD')).toBeUndefined();
});

it('keeps the latest fifty, and takes a spoilt entry for none', () => {
  const store = createMemoryStore();
  const many = Array.from({ length: 60 }, (_, rate) => ({ ...line, points: [{ rate }] }));
  storeDrawings(store, 'BTCUSD', many);
  expect(readStoredDrawings(store, 'BTCUSD').map(({ points }) => points[0]?.rate)).toEqual(
    many.slice(10).map(({ points }) => points[0]?.rate),
  );
  for (const spoilt of ['{', '{}', '[{"tool":"x","points":[]}]']) {
    store.write('halyard:drawings:BTCUSD', spoilt);
    expect(readStoredDrawings(store, 'BTCUSD')).toEqual([]);
  }
});
