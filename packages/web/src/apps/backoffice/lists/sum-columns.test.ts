import { expect, it } from 'vitest';
import { sumColumns } from './sum-columns.ts';

it('sums amounts exactly, without empty cells', () => {
  const rows = [{ amount: 0.1, profit: null }, { amount: 0.2, profit: -5 }, { amount: -0.05 }];
  expect(sumColumns(rows, ['amount', 'profit'])).toEqual({ amount: 25, profit: -500 });
});
