import { points } from '@halyard/core/instrument';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askFromBid, parsePrice } from './price.ts';

it.each([
  // The ask for a spread of 2.55 bps: 456.16 × 1.000255 = 456.2763…, rounded up.
  [45_616, 255, 45_628],
  // The ask for a spread of 1 %: 100.00 × 1.01 exactly.
  [10_000, 10_000, 10_100],
  [10_000, 1, 10_001],
  [1, 1, 2],
  [10_000, 0, 10_000],
])(
  'computes the ask of %i with a spread of %i hundredths of a basis point: %i',
  (sell, spread, buy) => {
    expect(askFromBid(points(sell), spread)).toBe(buy);
  },
);

it.each([
  ['456.16', 2, 'nearest', 45_616],
  ['456', 2, 'nearest', 45_600],
  ['0.005', 2, 'nearest', 1],
  ['0.00499', 2, 'nearest', undefined],
  ['16.65999984741211', 1, 'nearest', 167],
  ['1.07139', 4, 'down', 10_713],
  ['1.07131', 4, 'up', 10_714],
  ['1.07130000', 4, 'up', 10_713],
  ['57999.5', 0, 'nearest', 58_000],
  ['1.5e3', 2, 'nearest', 150_000],
  ['1500e-1', 0, 'nearest', 150],
  ['1549.9e-1', 0, 'nearest', 155],
  ['1549.9e-1', 0, 'down', 154],
  ['5e-2', 0, 'nearest', undefined],
  ['51e-2', 0, 'nearest', 1],
  [' 12.5 ', 1, 'nearest', 125],
  ['0', 2, 'up', undefined],
  ['-1', 2, 'nearest', undefined],
  ['1,5', 2, 'nearest', undefined],
  ['NaN', 2, 'nearest', undefined],
  ['', 2, 'nearest', undefined],
  ['1000000000.01', 2, 'nearest', undefined],
] as const)(
  'reads %j with %i decimals, rounded %s, as %s',
  (text, decimals, direction, expected) => {
    expect(parsePrice(text, { decimals, direction })).toBe(expected);
  },
);

it('reads only text and numbers', () => {
  for (const value of [null, undefined, true, [1], { price: 1 }, Infinity, NaN]) {
    expect(parsePrice(value, { decimals: 2, direction: 'nearest' })).toBeUndefined();
  }
});

it('rounds down, to nearest and up as exact fractions do', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 5 }),
      (digits, places, decimals) => {
        const text = (BigInt(digits) / 10n ** BigInt(places)).toString();
        const fraction = String(digits)
          .padStart(places + 1, '0')
          .slice(-places);
        const decimal = places === 0 ? String(digits) : `${text}.${fraction}`;
        const numerator = BigInt(digits) * 10n ** BigInt(decimals);
        const denominator = 10n ** BigInt(places);
        const down = numerator / denominator;
        const up = (numerator + denominator - 1n) / denominator;
        const nearest = (2n * numerator + denominator) / (2n * denominator);
        const orNothing = (value: bigint) =>
          value > 0n && value <= 10n ** 11n ? Number(value) : undefined;
        expect(parsePrice(decimal, { decimals, direction: 'down' })).toBe(orNothing(down));
        expect(parsePrice(decimal, { decimals, direction: 'up' })).toBe(orNothing(up));
        expect(parsePrice(decimal, { decimals, direction: 'nearest' })).toBe(orNothing(nearest));
      },
    ),
  );
});
