import { expect, it } from 'vitest';
import { defaultChoice, readChoices, readPeriods } from './indicator-choice.ts';

it('reads periods separated by commas or spaces', () => {
  expect(readPeriods('EMA', '9, 21 55')).toEqual([9, 21, 55]);
  expect(readPeriods('RSI', '14')).toEqual([14]);
});

it.each([
  ['RSI', ''],
  ['RSI', '0'],
  ['RSI', '14.5'],
  ['RSI', '-3'],
  ['RSI', '501'],
  ['EMA', '1,2,3,4,5'],
  ['MACD', '12, 26'],
  ['BOLL', '20'],
  ['MA', 'twenty'],
] as const)('rejects periods of %s: "%s"', (name, text) => {
  expect(readPeriods(name, text)).toBeUndefined();
});

it('reads stored choices, and uses default periods for names without periods', () => {
  expect(readChoices('RSI:7,MA:20/50')).toEqual([
    defaultChoice('MA'),
    { name: 'RSI', periods: [7] },
  ]);
  expect(readChoices('RSI,EMA')).toEqual([defaultChoice('EMA'), defaultChoice('RSI')]);
  expect(readChoices('RSI:0,OTHER:3')).toEqual([defaultChoice('RSI')]);
  expect(readChoices('')).toEqual([]);
});
