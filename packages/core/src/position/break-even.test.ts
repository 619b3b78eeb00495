import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, LEVERAGES, points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { breakEvenPrice } from './break-even.ts';
import { profit } from './profit.ts';

// Each row computed by hand: cost × open ÷ (amount × leverage), rounded up to a whole point.
it.each([
  ['EURUSD', 'buy', 10_000, 10, 115_216, 0, 115_216],
  ['EURUSD', 'sell', 10_000, 10, 115_216, 0, 115_216],
  // Distance to break-even: 137 × 115,216 ÷ 100,000 = 157.8 points.
  ['EURUSD', 'buy', 10_000, 10, 115_216, 137, 115_374],
  ['EURUSD', 'sell', 10_000, 10, 115_216, 137, 115_058],
  // Distance to break-even: 250 × 160,730 ÷ 250,000 = 160.73 points.
  ['USDJPY', 'buy', 25_000, 10, 160_730, 250, 160_891],
  // Distance to break-even: 1 × 5,000 ÷ 100 = 50 points exactly.
  ['a whole one', 'buy', 100, 1, 5_000, 1, 5_050],
  // Distance to break-even: 100 × 9,703,675 ÷ 200,000 = 4,851.8 points.
  ['BTCUSD', 'sell', 100_000, 2, 9_703_675, 100, 9_698_823],
  // Financing credited 12 cents, so the distance is negative: −12 × 265,000 ÷ 100,000 = −31.8
  // points.
  ['XAUUSD', 'buy', 10_000, 10, 265_000, -12, 264_969],
] as const)('breaks even on %s, a %s of %i at %i opened at %i that cost %i', (...row) => {
  const [, direction, amount, leverage, open, cost, expected] = row;
  const exposure = { direction, amountCents: cents(amount), leverage, openPoints: points(open) };
  expect(breakEvenPrice(exposure, cents(cost))).toBe(expected);
});

it('returns no price for a gain that a sell can never reach', () => {
  const sell = { direction: 'sell', amountCents: cents(100), leverage: 1 } as const;
  expect(breakEvenPrice({ ...sell, openPoints: points(1_000) }, cents(100))).toBeUndefined();
  expect(breakEvenPrice({ ...sell, openPoints: points(1_000) }, cents(99))).toBe(10);
});

it('covers the cost at break-even, and not one point nearer to the opening', () => {
  const cases = fc.record({
    direction: fc.constantFrom(...DIRECTIONS),
    amount: fc.integer({ min: 100, max: 100_000_000 }),
    leverage: fc.constantFrom(...LEVERAGES),
    open: fc.integer({ min: 1, max: 1_000_000_000 }),
    cost: fc.integer({ min: -100_000, max: 100_000 }),
  });
  fc.assert(
    fc.property(cases, ({ direction, amount, leverage, open, cost }) => {
      const amountCents = cents(amount);
      const exposure = { direction, amountCents, leverage, openPoints: points(open) };
      const price = breakEvenPrice(exposure, cents(cost));
      fc.pre(price !== undefined);
      const sign = direction === 'buy' ? 1 : -1;
      const earns = (at: number): boolean =>
        BigInt(amount) * BigInt(leverage) * BigInt(sign * (at - open)) >=
        BigInt(cost) * BigInt(open);
      expect([earns(price), earns(price - sign)]).toEqual([true, false]);
      expect(profit(exposure, price)).toBeGreaterThanOrEqual(cost);
    }),
    { numRuns: 500 },
  );
});
