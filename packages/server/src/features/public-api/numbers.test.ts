import { expect, it } from 'vitest';
import { toMoney, toOptionalPrice, toPercent, toPrice } from './numbers.ts';

it.each([
  [250, '250.00'],
  [-0.07, '-0.07'],
  [0.1 + 0.2, '0.30'],
  [999_999_999_999.99, '999999999999.99'],
])('formats %d euros as %s', (euros, text) => {
  expect(toMoney(euros)).toBe(text);
});

it.each([
  [40_010.25, 2, '40010.25'],
  [1.1, 5, '1.10000'],
  [0.0000012, 7, '0.0000012'],
])('formats the price %d with %d decimals as %s', (rate, decimals, text) => {
  expect(toPrice(rate, decimals)).toBe(text);
  expect(toOptionalPrice(rate, decimals)).toBe(text);
});

it('formats a missing price as null', () => {
  expect(toOptionalPrice(null, 2)).toBeNull();
});

it.each([
  [12_002.5, '12002.5'],
  [100, '100'],
  [0, '0'],
  [-1.25, '-1.25'],
  [-0.000000000001, '0'],
  [0.0000012, '0.0000012'],
])('formats %d percent as %s', (percent, text) => {
  expect(toPercent(percent)).toBe(text);
});
