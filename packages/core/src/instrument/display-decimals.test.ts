import { expect, it } from 'vitest';
import { displayDecimals } from './display-decimals.ts';

it.each([
  [0, 2, 6],
  [9.99, 2, 6],
  [-9.99, 2, 6],
  [10, 2, 4],
  [99.99, 3, 4],
  [100, 2, 2],
  [160.77, 3, 3],
  [97_000, 5, 5],
  [1.15, 8, 8],
])('shows %f of an instrument with %i decimals with %i', (rate, decimals, expected) => {
  expect(displayDecimals(rate, decimals)).toBe(expected);
});
