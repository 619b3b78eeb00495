import { expect, it } from 'vitest';
import { dayChange } from './trading-day-change.ts';

it('moves the change of the day with the price', () => {
  // A change of +10 % at 110 means that the previous close was 100.
  const known = { sell: 110, change: 10 };
  expect(dayChange(known, 110)).toBeCloseTo(10, 10);
  expect(dayChange(known, 95)).toBeCloseTo(-5, 10);
});

it('is unknown without a previous close or without a price', () => {
  expect(dayChange({ sell: 110, change: null }, 110)).toBeUndefined();
  expect(dayChange({ sell: 110, change: 10 }, undefined)).toBeUndefined();
  expect(dayChange(undefined, 110)).toBeUndefined();
});
