import { DRAWINGS_MAX, type Drawings, SYMBOL_DRAWINGS_MAX } from '@halyard/contract/workspace';
import { expect, it } from 'vitest';
import { putDrawings } from './put-drawings.ts';

const drawn = (count: number) =>
  Array.from({ length: count }, (_, rate) => ({
    tool: 'horizontalStraightLine' as const,
    points: [{ rate }],
  }));

it('keeps the drawings of each symbol apart, and no entry once they are removed', () => {
  const one = putDrawings([], 'BTCUSD', drawn(2));
  const both = putDrawings(one, 'ETHUSD', drawn(1));
  expect(both.map(({ symbol, drawings }) => [symbol, drawings.length])).toEqual([
    ['BTCUSD', 2],
    ['ETHUSD', 1],
  ]);
  expect(putDrawings(both, 'BTCUSD', [])).toEqual([{ symbol: 'ETHUSD', drawings: drawn(1) }]);
});

it('keeps the latest drawings of a symbol, and drops the least recently drawn symbols', () => {
  const latest = putDrawings([], 'BTCUSD', drawn(SYMBOL_DRAWINGS_MAX + 10))[0]?.drawings;
  expect(latest).toEqual(drawn(SYMBOL_DRAWINGS_MAX + 10).slice(10));
  let all: Drawings = [];
  for (let at = 0; at < 7; at += 1) all = putDrawings(all, `S${at}`, drawn(SYMBOL_DRAWINGS_MAX));
  const symbols = all.map(({ symbol }) => symbol);
  expect(symbols).toHaveLength(DRAWINGS_MAX / SYMBOL_DRAWINGS_MAX);
  expect(symbols).not.toContain('S0');
});
