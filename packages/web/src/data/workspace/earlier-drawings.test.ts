import { type Drawings, DRAWINGS_MAX, SYMBOL_DRAWINGS_MAX } from '@halyard/contract/workspace';
import { expect, it } from 'vitest';
import { createMemoryStore, createTextStore } from '../storage/text-store.ts';
import { joinDrawings, readEarlierDrawings, removeEarlierDrawings } from './earlier-drawings.ts';

const level = (rate: number) => ({ tool: 'horizontalStraightLine' as const, points: [{ rate }] });

it('reads the drawings of every symbol, without invalid ones, until they are removed', () => {
  const store = createMemoryStore();
  const line = {
    tool: 'segment',
    points: [
      { atMs: 1_000.4, rate: 5 },
      { atMs: 2_000, rate: 6 },
    ],
  };
  store.write('halyard:drawings:BTCUSD', JSON.stringify([line, { tool: 'x', points: [] }]));
  store.write('halyard:drawings:ETHUSD', JSON.stringify([level(3)]));
  store.write('halyard:drawings:SOLUSD', '{');
  store.write('halyard:timeframe', '4h');
  expect(readEarlierDrawings(store)).toEqual([
    {
      symbol: 'BTCUSD',
      drawings: [
        {
          tool: 'segment',
          points: [
            { atMs: 1_000, rate: 5 },
            { atMs: 2_000, rate: 6 },
          ],
        },
      ],
    },
    { symbol: 'ETHUSD', drawings: [level(3)] },
  ]);
  removeEarlierDrawings(store);
  expect(readEarlierDrawings(store)).toEqual([]);
  expect(store.read('halyard:timeframe')).toBe('4h');
});

it('reads none where the storage is forbidden', () => {
  const forbidden = createTextStore(() => {
    throw new Error('forbidden');
  });
  expect(readEarlierDrawings(forbidden)).toEqual([]);
});

it('joins them with the saved ones, each once', () => {
  const earlier: Drawings = [{ symbol: 'BTCUSD', drawings: [level(1), level(2)] }];
  const saved: Drawings = [
    { symbol: 'ETHUSD', drawings: [level(9)] },
    { symbol: 'BTCUSD', drawings: [level(2), level(3)] },
  ];
  const joined = joinDrawings(earlier, saved);
  expect(new Map(joined.map(({ symbol, drawings }) => [symbol, drawings]))).toEqual(
    new Map([
      ['ETHUSD', [level(9)]],
      ['BTCUSD', [level(1), level(2), level(3)]],
    ]),
  );
  expect(joinDrawings(earlier, joined)).toEqual(joinDrawings([], joined));
});

it('keeps the saved ones where both are too many', () => {
  const many = Array.from({ length: SYMBOL_DRAWINGS_MAX }, (_, rate) => level(rate));
  const full = (name: string) =>
    Array.from({ length: DRAWINGS_MAX / SYMBOL_DRAWINGS_MAX }, (_, at) => ({
      symbol: `${name}${at}`,
      drawings: many,
    }));
  expect(joinDrawings(full('A'), full('B'))).toEqual(full('B'));
});
