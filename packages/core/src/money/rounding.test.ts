import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents, addCents, negateCents } from './cents.ts';
import { multiplyDivideHalfEven, roundHalfEven } from './rounding.ts';

it.each([
  [0n, 7n, 0n],
  [1n, 2n, 0n],
  [3n, 2n, 2n],
  [5n, 2n, 2n],
  [-1n, 2n, 0n],
  [-3n, 2n, -2n],
  [-5n, 2n, -2n],
  [49n, 100n, 0n],
  [51n, 100n, 1n],
  [-51n, 100n, -1n],
  [10n ** 40n + 5n * 10n ** 9n, 10n ** 10n, 10n ** 30n],
])('rounds %i / %i to %i', (numerator, denominator, expected) => {
  expect(roundHalfEven(numerator, denominator)).toBe(expected);
});

it('is never further than a half from the exact quotient, and even on a tie', () => {
  const numerators = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(numerators, fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
      const rounded = roundHalfEven(numerator, denominator);
      const twiceError = 2n * (rounded * denominator - numerator);
      expect(twiceError <= denominator && twiceError >= -denominator).toBe(true);
      const isTie = twiceError === denominator || twiceError === -denominator;
      expect(!isTie || rounded % 2n === 0n).toBe(true);
    }),
  );
});

it('multiplies and divides safe integers exactly', () => {
  const small = fc.integer({ min: -100_000, max: 100_000 });
  const large = fc.maxSafeInteger();
  const factors = fc.oneof(fc.tuple(small, small), fc.tuple(large, small), fc.tuple(small, large));
  const denominators = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1e11 }));
  fc.assert(
    fc.property(factors, denominators, ([first, second], denominator) => {
      const exact = roundHalfEven(BigInt(first) * BigInt(second), BigInt(denominator));
      fc.pre(exact <= Number.MAX_SAFE_INTEGER && exact >= Number.MIN_SAFE_INTEGER);
      expect(multiplyDivideHalfEven(first, second, denominator)).toBe(Number(exact));
    }),
    { numRuns: 2000 },
  );
});

it('refuses a denominator of zero or less', () => {
  expect(() => roundHalfEven(1n, 0n)).toThrow('denominator');
  expect(() => roundHalfEven(1n, -1n)).toThrow('denominator');
});

it('accepts only safe integers as cents', () => {
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => cents(value)).toThrow('safe number of cents');
  }
  expect(() => addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow('safe');
  expect(negateCents(cents(0))).toBe(0);
  expect(addCents(cents(5), cents(-7))).toBe(-2);
});
