import { points } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { amountSteps, percentSteps, rateStep, rateSteps, stepFactor, stepText } from './steps.ts';

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false };

it.each([
  // Expected steps: a pip where the market has one, else the power of ten at a ten-thousandth of
  // the price.
  ['EURUSD', 115_187, 10],
  ['USDJPY', 160_730, 10],
  ['XAUUSD', 265_012, 10],
  ['US500', 59_013, 1],
  ['BTCUSD', 9_703_675, 100],
  ['a price of three digits', 117, 1],
])('moves %s by its own step', (_symbol, price, step) => {
  expect(rateStep(points(price))).toBe(step);
});

it('multiplies by ten with Shift and by a hundred with Ctrl', () => {
  expect(stepFactor(NO_KEYS)).toBe(1);
  expect(stepFactor({ ...NO_KEYS, shiftKey: true })).toBe(10);
  expect(stepFactor({ ...NO_KEYS, ctrlKey: true })).toBe(100);
  expect(stepFactor({ ...NO_KEYS, metaKey: true })).toBe(100);
});

it('steps the current value, keeps its decimals and stops at the minimum', () => {
  const euro = rateSteps('en', 5, points(115_187));
  expect(stepText(euro, '1.14', 1)).toBe('1.14010');
  expect(stepText(euro, '1.14', -100)).toBe('1.13000');
  expect(stepText(rateSteps('en', 2, points(9_703_675)), '97000', 10)).toBe('97010.00');
  expect(stepText(amountSteps('en'), '1,250.50', -10)).toBe('1240.50');
  expect(stepText(amountSteps('en'), '5', -10)).toBe('1.00');
  expect(stepText(amountSteps('de'), '1250,50', 1)).toBe('1251,50');
  expect(stepText(percentSteps('en'), '2', 1)).toBe('2.1');
  expect(stepText(percentSteps('en'), '1.5 %', -10)).toBe('1');
});

it('starts an empty field at the current price, and does not change unreadable text', () => {
  expect(stepText(rateSteps('en', 5, points(115_187)), ' ', 1)).toBe('1.15187');
  expect(stepText(rateSteps('en', 5, undefined), '', 1)).toBeUndefined();
  expect(stepText(amountSteps('en'), 'ten', 1)).toBeUndefined();
});
