import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { createFormat, writeWait } from './format.ts';

const en = createFormat('en');
const de = createFormat('de');

it('writes euros with the euro symbol and two decimals [o-currency-symbol]', () => {
  expect(en.euros(9941.2)).toBe('€ 9,941.20');
  expect(en.euros(-5)).toBe('−€ 5.00');
  expect(de.euros(9941.2)).toBe('9.941,20 €');
});

it('marks gains and losses with a sign, and a rounded zero with none', () => {
  expect(en.signedEuros(10.6)).toBe('+€ 10.60');
  expect(en.signedEuros(-5)).toBe('−€ 5.00');
  expect(de.signedEuros(-5)).toBe('−5,00 €');
  expect(en.signedEuros(-0.004)).toBe('€ 0.00');
  expect(en.percent(835.4, 0)).toBe('835 %');
  expect(en.signedPercent(2.12)).toBe('+2.12 %');
  expect(en.signedPercent(-0.001)).toBe('0.00 %');
  expect(de.signedPercent(-1.674)).toBe('−1,67 %');
});

it.each([
  [9.999999, '9.999999'],
  [0.301422, '0.301422'],
])('writes the rate %d, under 10, with 6 decimals [k-decimals-under-10]', (rate, text) => {
  expect(en.rate(rate, 2)).toBe(text);
});

it.each([
  [10, '10.0000'],
  [99.99994, '99.9999'],
])('writes the rate %d, under 100, with 4 decimals [k-decimals-under-100]', (rate, text) => {
  expect(en.rate(rate, 2)).toBe(text);
});

it.each([
  [100, '100.00'],
  [78_324.5, '78,324.50'],
])('writes the rate %d with 2 decimals [k-decimals-else]', (rate, text) => {
  expect(en.rate(rate, 0)).toBe(text);
});

it("never writes a rate with fewer decimals than the asset's own", () => {
  expect(en.rate(160.774, 3)).toBe('160.774');
  expect(en.rate(0, 2)).toBe('0');
});

it('writes the unknown as a dash', () => {
  for (const unknown of [null, undefined, Number.NaN]) {
    expect([en.euros(unknown), en.rate(unknown, 2), en.signedPercent(unknown)]).toEqual([
      '–',
      '–',
      '–',
    ]);
  }
  expect(en.splitRate(undefined, 2)).toEqual({ main: '–', small: '' });
  expect(en.fullMoment(null)).toBe('–');
});

it('splits a rate before its fastest digits', () => {
  expect(en.splitRate(78_324.5, 2)).toEqual({ main: '78,324', small: '.50' });
  expect(de.splitRate(78_324.5, 2)).toEqual({ main: '78.324', small: ',50' });
  expect(en.splitRate(1.15214, 5)).toEqual({ main: '1.1521', small: '40' });
  expect(en.splitRate(160.774, 3)).toEqual({ main: '160.7', small: '74' });
});

it('formats recent times relative to today', () => {
  const nowMs = new Date(2026, 10, 20, 10, 0).getTime();
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 14).toISOString();
  expect(en.moment(at(20, 9), nowMs)).toBe('Today 09:14');
  expect(en.moment(at(19, 20), nowMs)).toBe('Yesterday 20:14');
  expect(de.moment(at(19, 20), nowMs)).toBe('Gestern 20:14');
  expect(en.momentWithin(at(20, 9), nowMs)).toBe('today 09:14');
  expect(en.momentWithin(at(3, 0), nowMs)).toBe('3 Nov 00:14');
  expect(en.moment(at(3, 0), nowMs)).toBe('3 Nov 00:14');
  expect(en.moment(new Date(2025, 10, 3, 9, 5).toISOString(), nowMs)).toBe('3 Nov 2025 09:05');
});

it('writes a day in full', () => {
  const instant = new Date(2026, 10, 20, 10, 0).toISOString();
  expect(en.day(instant)).toBe('20 Nov 2026');
  expect(de.day(instant)).toBe('20. Nov. 2026');
});

it('writes a wait in its two largest units, rounded up to the minute', () => {
  const minutes = (count: number) => count * MINUTE_MS;
  expect(writeWait(minutes(312))).toBe('5 h 12 m');
  expect(writeWait(minutes(12))).toBe('12 m');
  expect(writeWait(minutes(11) + 1)).toBe('12 m');
  expect(writeWait(20_000)).toBe('1 m');
  expect(writeWait(-5)).toBe('1 m');
  expect(writeWait(minutes(60 * 49 + 1))).toBe('2 d 1 h');
});
