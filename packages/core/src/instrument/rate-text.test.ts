import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_POINTS_MAX, points, toRate } from './points.ts';
import { parseRate, parseRequestedRate } from './rate-text.ts';

it.each([
  [1.1515, 5, 115_150],
  ['1.1515', 5, 115_150],
  ['1.15150000', 5, 115_150],
  [160.77, 3, 160_770],
  [97_123.45, 2, 9_712_345],
  [1e-7, 8, 10],
  ['1e-7', 8, 10],
  ['1.5E+3', 2, 150_000],
  [0.00001, 5, 1],
  ['0007', 0, 7],
  [1e11, 0, 100_000_000_000],
])('reads the rate %j with %i decimals as %i points', (value, decimals, expected) => {
  expect(parseRate(value, decimals)).toBe(expected);
  expect(parseRequestedRate(value, decimals)).toBe(expected);
});

it.each([
  0,
  '0',
  '0.000',
  -1,
  '-1',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '1e99',
  1e300,
  '1e400',
  100_000_000_001,
  '',
  ' 1',
  '1 ',
  '1,5',
  '+1',
  '.5',
  '5.',
  'Infinity',
  '0x10',
  '1'.repeat(50),
  null,
  undefined,
  true,
  [1.5],
  {},
])('refuses the rate %j', (value) => {
  expect(parseRate(value, 0)).toBeUndefined();
  expect(parseRequestedRate(value, 0)).toBeUndefined();
});

it('rejects a level finer than the decimals, and rounds a requested price half up', () => {
  expect(parseRate('1.151505', 5)).toBeUndefined();
  expect(parseRate(1.151505, 5)).toBeUndefined();
  expect(parseRequestedRate('1.151504999', 5)).toBe(115_150);
  expect(parseRequestedRate('1.151505', 5)).toBe(115_151);
  expect(parseRequestedRate('1.151515', 5)).toBe(115_152);
  expect(parseRequestedRate('0.000005', 5)).toBe(1);
});

it('rejects a requested price that rounds to zero', () => {
  expect(parseRequestedRate('0.000004999', 5)).toBeUndefined();
  expect(parseRequestedRate(1e-9, 5)).toBeUndefined();
});

it('parses every rate that it formats', () => {
  const prices = fc.integer({ min: 1, max: PRICE_POINTS_MAX });
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: 8 }), (price, decimals) => {
      const rate = toRate(points(price), decimals);
      expect(parseRate(rate, decimals)).toBe(price);
      expect(parseRate(JSON.stringify(rate), decimals)).toBe(price);
    }),
  );
});

it('accepts only non-negative integers as points, and at most eight decimals', () => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => points(value)).toThrow('whole number of points');
  }
  expect(() => toRate(points(1), 9)).toThrow('at most 8 decimals');
  expect(() => toRate(points(1), -1)).toThrow('at most 8 decimals');
});
