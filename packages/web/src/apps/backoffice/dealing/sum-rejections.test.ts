import { expect, it } from 'vitest';
import { sumRejections } from './sum-rejections.ts';

it('sums the reasons and sources of a symbol, largest first', () => {
  const row = { source: 'vendor', reason: 'crossed', count: 2 };
  expect(
    sumRejections([
      { ...row, symbol: 'AAA' },
      { ...row, symbol: null, count: 3 },
      { ...row, symbol: 'AAA', reason: 'jump', count: 5 },
    ]),
  ).toEqual([
    { symbol: 'AAA', count: 7 },
    { symbol: null, count: 3 },
  ]);
});
