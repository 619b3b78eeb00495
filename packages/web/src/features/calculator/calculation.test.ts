import { expect, it } from 'vitest';
import { calculate } from './calculation.ts';

const FORM = { amountText: '100', gainText: '5', lossText: '2', leverage: 10 };

it('takes profit and loss as amount × leverage × percent ÷ 100', () => {
  // By hand: margin 100 × 10 = notional 1,000; 5 % gain = 50; 2 % loss = 20; 10 % stop-out = 100.
  expect(calculate(FORM, 'en')).toEqual({
    problems: {},
    size: 1000,
    profit: 50,
    loss: -20,
    stopOutPercent: 10,
    stopOutProfit: -100,
    isLossBeyondStopOut: false,
  });
});

it.each([
  [1, 100, -100],
  [3, 33.3, -99.9],
  [5, 20, -100],
  [10, 10, -100],
  [15, 7.5, -112.5],
  [20, 5, -100],
  [30, 3.3, -99],
])('at %i× a position closes at %f percent, where 100 euros lose %f', (leverage, percent, loss) => {
  const result = calculate({ ...FORM, leverage }, 'en');
  expect([result.stopOutPercent, result.stopOutProfit]).toEqual([percent, loss]);
});

it('rounds to the cent, half to even, and reads the comma of the language', () => {
  // By hand: 12.34 × 3 × 1.25 % = 0.46275 gain; 12.34 × 3 × 12.5 % = 4.6275 loss.
  const form = { amountText: '12,34', gainText: '1,25', lossText: '12,5', leverage: 3 };
  expect(calculate(form, 'de')).toMatchObject({ profit: 0.46, loss: -4.63 });
});

it('says that a loss beyond the stop-out cannot occur', () => {
  const at = (lossText: string) => calculate({ ...FORM, lossText, leverage: 3 }, 'en');
  expect(at('33.3').isLossBeyondStopOut).toBe(false);
  expect(at('33.31').isLossBeyondStopOut).toBe(true);
});

it('rejects missing, unreadable or small values, and leaves dependent results unknown', () => {
  const result = calculate({ amountText: '0.99', gainText: ' ', lossText: 'x', leverage: 5 }, 'en');
  expect(result.problems).toEqual({ amount: 'too-small', gain: 'missing', loss: 'unreadable' });
  expect([result.size, result.profit, result.loss, result.stopOutProfit]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(calculate({ ...FORM, gainText: '0.99', lossText: '1' }, 'en').problems).toEqual({
    gain: 'too-small',
  });
});
