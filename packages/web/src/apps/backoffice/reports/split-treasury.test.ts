import { expect, it } from 'vitest';
import { splitTreasury } from './split-treasury.ts';

it('splits the ledger into two sides of the same length, the largest account first', () => {
  const accounts = [
    { account: 'customer:cash', total: 75.1 },
    { account: 'customer:credit', total: 0 },
    { account: 'house:bank', total: -80 },
    { account: 'house:protection', total: -20.1 },
    { account: 'house:trading', total: 25 },
  ];
  const { held, owed } = splitTreasury({ accounts });
  expect(held.totalCents).toBe(10_010);
  expect(owed.totalCents).toBe(10_010);
  expect(held.segments.map(({ account, cents }) => [account, cents])).toEqual([
    ['house:bank', 8_000],
    ['house:protection', 2_010],
  ]);
  expect(owed.segments.map(({ account }) => account)).toEqual(['customer:cash', 'house:trading']);
  expect(owed.segments.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
});

it('leaves the shorter side short if the books do not add up', () => {
  const accounts = [
    { account: 'customer:cash', total: 50 },
    { account: 'house:bank', total: -100 },
  ];
  const { held, owed } = splitTreasury({ accounts });
  expect([held.segments[0]?.share, owed.segments[0]?.share]).toEqual([1, 0.5]);
});

it('has no segments before the first booking', () => {
  expect(splitTreasury({ accounts: [] })).toMatchObject({ held: { segments: [], totalCents: 0 } });
});
