import { expect, it } from 'vitest';
import { readAmount, readRate } from './figure-text.ts';

it.each([
  ['en', '500', 50_000],
  ['en', ' 500.5 ', 50_050],
  ['en', '1,000', 100_000],
  ['en', '1,234,567.89', 123_456_789],
  ['en', '500,5', 50_050],
  ['en', '€ 250.00', 25_000],
  ['de', '500,5', 50_050],
  ['de', '1.000', 100_000],
  ['de', '1.234,56', 123_456],
  ['de', '500.50', 50_050],
])('reads in %s the amount %j as %i cents', (language, text, cents) => {
  expect(readAmount(text, language)).toBe(cents);
});

it.each([
  ['en', ''],
  ['en', '1.000'],
  ['en', '1.2.3'],
  ['en', '12,34,567'],
  ['en', '1234,567'],
  ['en', ',500'],
  ['en', '5.'],
  ['en', '.5'],
  ['en', '-5'],
  ['en', '1e3'],
  ['en', 'abc'],
  ['de', '1,000'],
  ['de', '1.234,567'],
])('cannot read in %s the amount %j', (language, text) => {
  expect(readAmount(text, language)).toBeUndefined();
});

it('reads rates to the decimals of the asset and no finer', () => {
  expect(readRate('1.15214', 'en', 5)).toBe(115_214);
  expect(readRate('1,15214', 'de', 5)).toBe(115_214);
  expect(readRate('78,324.50', 'en', 2)).toBe(7_832_450);
  expect(readRate('1.152145', 'en', 5)).toBeUndefined();
  expect(readRate('0', 'en', 5)).toBeUndefined();
});
