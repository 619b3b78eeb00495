import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { financing } from './financing.ts';

it.each([
  // € 100 at leverage 30 is € 3,000; 3.65 % per year of it is 109.50, 0.30 per day.
  [10_000, 30, 365, 30],
  [10_000, 30, -365, -30],
  [10_000, 1, 0, 0],
  // The yearly cost of € 1 × 1 at 1 % is far below a cent a day; 1,825 cents at 10 % is exactly
  // half a cent a day.
  [100, 1, 100, 0],
  [1_825, 1, 1_000, 0],
  [5_475, 1, 1_000, 2],
  [5_475, 1, -1_000, -2],
  [1_826, 1, 1_000, 1],
])('costs for %i cents at %i and %i bps a year %i cents a day', (amount, leverage, bps, cost) => {
  expect(financing({ amountCents: cents(amount), leverage }, bps)).toBe(cost);
});

it('rounds the exact result to the nearest cent, half to even', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 });
  const rates = fc.integer({ min: -10_000, max: 10_000 });
  fc.assert(
    fc.property(amounts, fc.constantFrom(1, 2, 5, 15, 30), rates, (amount, leverage, bps) => {
      const cost = BigInt(financing({ amountCents: cents(amount), leverage }, bps));
      const exact = BigInt(amount) * BigInt(leverage) * BigInt(bps);
      const twiceError = 2n * (cost * 3_650_000n - exact);
      const size = twiceError < 0n ? -twiceError : twiceError;
      expect(size < 3_650_000n || (size === 3_650_000n && cost % 2n === 0n)).toBe(true);
    }),
  );
});
