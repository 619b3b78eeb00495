import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalToPoints, parseDecimal, toCommonScale } from './decimal.ts';

it.each([
  ['0', 0n, 0],
  ['97000.12000000', 9_700_012_000_000n, 8],
  ['007.50', 750n, 2],
  ['123456789012345.12345678901234567890', 12_345_678_901_234_512_345_678_901_234_567_890n, 20],
])('reads %s', (text, units, scale) => {
  expect(parseDecimal(text)).toEqual({ units, scale });
});

it.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '.5',
  '5.',
  '1.2.3',
  '1e3',
  '0x10',
  '1_000',
  '1,5',
  'NaN',
  'Infinity',
  '١',
  '1234567890123456',
  '1.123456789012345678901',
  1.5,
  null,
  undefined,
  ['1'],
])('reads no price in %j', (value) => {
  expect(parseDecimal(value)).toBeUndefined();
});

it.each([
  ['1.15143', 5, 115_143, 115_143],
  ['1.151430000001', 5, 115_143, 115_144],
  ['1.15', 5, 115_000, 115_000],
  ['49000.9', 0, 49_000, 49_001],
  ['1000.00', 8, 100_000_000_000, 100_000_000_000],
])('rounds %s at %i decimals down to %i and up to %i', (text, decimals, down, up) => {
  const decimal = parseDecimal(text) ?? { units: 0n, scale: 0 };
  expect(decimalToPoints(decimal, decimals, 'down')).toBe(down);
  expect(decimalToPoints(decimal, decimals, 'up')).toBe(up);
});

it('returns no points for a price that rounds to zero or exceeds the maximum', () => {
  const tiny = { units: 1n, scale: 9 };
  expect(decimalToPoints(tiny, 2, 'down')).toBeUndefined();
  expect(decimalToPoints(tiny, 2, 'up')).toBe(1);
  const large = { units: 100_000_000_000_1n, scale: 1 };
  expect(decimalToPoints(large, 0, 'down')).toBe(100_000_000_000);
  expect(decimalToPoints(large, 0, 'up')).toBeUndefined();
});

it('rounds the vendor’s price down and up, less than a point apart', () => {
  const digits = fc.integer({ min: 1, max: 999_999_999 });
  const scales = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(digits, scales, fc.integer({ min: 0, max: 8 }), (units, scale, decimals) => {
      const text = String(units).padStart(scale + 1, '0');
      const point = text.length - scale;
      const decimal = parseDecimal(
        scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`,
      );
      expect(decimal).toEqual({ units: BigInt(units), scale });
      if (decimal === undefined) return;
      const down = decimalToPoints(decimal, decimals, 'down');
      const up = decimalToPoints(decimal, decimals, 'up');
      // units ÷ 10^scale × 10^decimals, compared by cross-multiplication.
      const exact = BigInt(units) * 10n ** BigInt(decimals);
      const one = 10n ** BigInt(scale);
      if (down !== undefined) {
        expect(BigInt(down) * one <= exact && exact < (BigInt(down) + 1n) * one).toBe(true);
      }
      if (up !== undefined) {
        expect((BigInt(up) - 1n) * one < exact && exact <= BigInt(up) * one).toBe(true);
      }
    }),
  );
});

it('compares decimal texts of different length by value', () => {
  const [one, other] = ['1.5', '1.4999'].map(parseDecimal);
  if (!one || !other) throw new Error('two decimals');
  expect(toCommonScale(one, other)).toEqual([15_000n, 14_999n, 4]);
});
