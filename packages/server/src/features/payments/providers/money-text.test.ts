import fc from 'fast-check';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { parseMajor, parseMinor, toMajorText, toMinorText } from './money-text.ts';

it.each([
  [1, '0.01', '1'],
  [99, '0.99', '99'],
  [100, '1.00', '100'],
  [25_000, '250.00', '25000'],
  [1001, '10.01', '1001'],
  [99_999_999_999_999, '999999999999.99', '99999999999999'],
])('formats %i cents as %s and as %s [k-minor-units]', (amount, major, minor) => {
  expect(toMajorText(cents(amount))).toBe(major);
  expect(toMinorText(cents(amount))).toBe(minor);
});

it('parses what it formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (amount) => {
      expect(parseMajor(toMajorText(cents(amount)))).toBe(amount);
      expect(parseMinor(toMinorText(cents(amount)))).toBe(amount);
      expect(parseMajor(JSON.parse(toMajorText(cents(amount))))).toBe(amount);
    }),
  );
});

it('parses the formats that providers use', () => {
  expect(parseMajor('12')).toBe(1200);
  expect(parseMajor('12.5')).toBe(1250);
  expect(parseMajor('250.0000')).toBe(25_000);
  expect(parseMajor(250)).toBe(25_000);
});

it.each(['', '-1', '1,00', '1.005', '1e3', ' 1', '٣', '1.', '.5', null, undefined, {}, NaN])(
  'reads no amount from %j',
  (value) => {
    expect(parseMajor(value)).toBeUndefined();
  },
);

it.each(['', '-1', '1.00', '1e3', ' 1', '999999999999999'])(
  'reads no minor units from %j',
  (text) => {
    expect(parseMinor(text)).toBeUndefined();
  },
);
