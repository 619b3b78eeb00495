import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAmount, toEuros } from './amount-text.ts';
import { cents } from './cents.ts';

it.each([
  [0, 0],
  [-0, 0],
  ['-0.00', 0],
  [1, 100],
  ['1', 100],
  [12.3, 1230],
  ['12.30', 1230],
  [0.01, 1],
  ['-0.01', -1],
  [-250, -25_000],
  ['007.5', 750],
  [999_999_999_999.99, 99_999_999_999_999],
  ['999999999999.99', 99_999_999_999_999],
])('reads %j as %i cents', (value, expected) => {
  expect(parseAmount(value)).toBe(expected);
});

it.each([
  0.1 + 0.2,
  1.005,
  1e-7,
  1e12,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '1.',
  '.5',
  '1,5',
  '1e2',
  '0x10',
  '1.001',
  '1000000000000',
  '٣',
  null,
  undefined,
  true,
  [1],
  { toString: () => '1' },
])('refuses the amount %j', (value) => {
  expect(parseAmount(value)).toBeUndefined();
});

it('parses every amount that it formats, as a number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (value) => {
      const euros = toEuros(cents(value));
      expect(parseAmount(euros)).toBe(value + 0);
      expect(parseAmount(JSON.stringify(euros))).toBe(value + 0);
    }),
  );
});
