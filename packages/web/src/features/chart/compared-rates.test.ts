import { expect, it } from 'vitest';
import { comparedChange, comparedRates, spanOf, widen } from './compared-rates.ts';

const bars = [1, 2, 3, 4].map((timestamp) => ({ timestamp, close: 100 * timestamp }));

it('aligns both symbols at the first common bar, and omits gaps', () => {
  const rates = new Map([
    [2, 10],
    [4, 12],
  ]);
  expect(comparedRates(bars, rates)).toEqual([
    { at: 1, rate: 200 },
    { at: 3, rate: 240 },
  ]);
  expect(comparedRates(bars, new Map())).toEqual([]);
  expect(comparedRates(bars, new Map([[1, 0]]))).toEqual([]);
});

it('compares the changes between the first and the last bar that has both', () => {
  const rates = new Map([
    [2, 10],
    [4, 12],
  ]);
  const change = comparedChange(bars, comparedRates(bars, rates));
  expect(change?.own).toBeCloseTo(100);
  expect(change?.other).toBeCloseTo(20);
  expect(comparedChange(bars, [])).toBeUndefined();
});

it('widens the axis to the line', () => {
  const rows = [
    { at: 0, rate: 90 },
    { at: 1, rate: 130 },
  ];
  expect(widen({ from: 100, to: 120 }, spanOf(rows))).toEqual({ from: 90, to: 130 });
  expect(widen({ from: 100, to: 120 }, spanOf([]))).toEqual({ from: 100, to: 120 });
});
