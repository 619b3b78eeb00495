import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { changeUnit, isReadable, type LevelBasis, readLevel, writeLevel } from './level-units.ts';

// € 100 × 5 at 40,000.00: a move of 1 % is € 5.
const basis: LevelBasis = {
  language: 'en',
  decimals: 2,
  direction: 'buy',
  openPoints: points(4_000_000),
  amountCents: cents(10_000),
  leverage: 5,
};

it.each([
  ['price', '39,600.00', '39600.00'],
  ['distance', '400', '400.00'],
  ['percent', '1', '1.00'],
  ['money', '5', '5.00'],
] as const)('reads and writes a stop by %s', (unit, text, written) => {
  expect(readLevel({ text, unit }, 'stop', basis)).toBe(3_960_000);
  expect(writeLevel(points(3_960_000), { side: 'stop', unit }, basis)).toBe(written);
});

it('converts between the units, in the language of the page', () => {
  const sold = { ...basis, language: 'de', direction: 'sell' } as const;
  const typed = { text: '2,5', unit: 'percent' } as const;
  const to = (unit: 'price' | 'money') => changeUnit(typed, { side: 'stop', unit }, sold);
  expect(to('price')).toEqual({ text: '41000,00', unit: 'price' });
  expect(to('money')).toEqual({ text: '12,50', unit: 'money' });
});

it('keeps the unit of a level that the other unit cannot express', () => {
  // A stop that secures a profit is no loss in any unit.
  const secured = { text: '41000', unit: 'price' } as const;
  expect(changeUnit(secured, { side: 'stop', unit: 'money' }, basis)).toBeUndefined();
  const unknown = { ...basis, amountCents: undefined };
  const stop = { text: '39000', unit: 'price' } as const;
  expect(changeUnit(stop, { side: 'stop', unit: 'money' }, unknown)).toBeUndefined();
  expect(
    changeUnit({ text: ' ', unit: 'price' }, { side: 'stop', unit: 'money' }, unknown),
  ).toEqual({
    text: '',
    unit: 'money',
  });
});

it('reads no relative level without its reference price', () => {
  expect(
    readLevel({ text: '1', unit: 'percent' }, 'stop', { ...basis, openPoints: undefined }),
  ).toBe(undefined);
  const money = { text: '5', unit: 'money' } as const;
  expect(readLevel(money, 'stop', { ...basis, amountCents: undefined })).toBeUndefined();
  expect(isReadable(money, { ...basis, amountCents: undefined })).toBe(true);
  expect(isReadable({ text: '0', unit: 'money' }, basis)).toBe(false);
  expect(isReadable({ text: '1.234', unit: 'percent' }, basis)).toBe(false);
});
