import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEVERAGES } from './leverage.ts';
import { points } from './points.ts';
import { CALCULATOR_LEVERAGES, stopOutFraction, stopOutPercent, stopOutPrice } from './stop-out.ts';

it.each([
  [1, 100, 100],
  [3, 33.3, 33.3],
  [5, 20, 20],
  [10, 10, 10],
  [15, 7.5, 100 / 15],
  [20, 5, 5],
  [30, 3.3, 3.3],
  [2, 50, 50],
])(
  'stops leverage %i out at %f %%, guaranteed at %f %% [t-calc-termination]',
  (leverage, percent, protectedPercent) => {
    expect(stopOutPercent(leverage, false)).toBe(percent);
    expect(stopOutPercent(leverage, true)).toBe(protectedPercent);
  },
);

it('offers the calculator its seven leverages [t-calc-leverage]', () => {
  expect(CALCULATOR_LEVERAGES).toEqual([1, 3, 5, 10, 15, 20, 30]);
});

// Stop-out prices computed by hand: opening rate × (1 ∓ percentage), rounded towards the opening
// rate.
it.each([
  ['buy', 115_187, 30, false, 111_386],
  ['sell', 115_121, 30, false, 118_919],
  ['buy', 9_703_675, 2, false, 4_851_838],
  ['sell', 9_697_575, 2, false, 14_546_362],
  ['buy', 1_000, 15, false, 925],
  ['buy', 1_000, 15, true, 934],
  ['sell', 1_000, 15, true, 1_066],
  ['buy', 500, 1, false, 0],
  ['sell', 500, 1, false, 1_000],
] as const)('%s at %i with leverage %i, protected %s, ends at %i', (...row) => {
  const [direction, open, leverage, hasGuaranteedStop, expected] = row;
  const price = stopOutPrice({ direction, openPoints: points(open), leverage, hasGuaranteedStop });
  expect(price).toBe(expected);
});

it('rounds less than a point inside the exact level, never beyond it', () => {
  const cases = fc.record({
    direction: fc.constantFrom('buy' as const, 'sell' as const),
    openPoints: fc.integer({ min: 1, max: 100_000_000_000 }).map(points),
    leverage: fc.constantFrom(...LEVERAGES),
    hasGuaranteedStop: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, (position) => {
      const { numerator, denominator } = stopOutFraction(
        position.leverage,
        position.hasGuaranteedStop,
      );
      const distance = BigInt(Math.abs(stopOutPrice(position) - position.openPoints));
      const exact = BigInt(position.openPoints) * BigInt(numerator);
      const inside = exact - distance * BigInt(denominator);
      expect(inside >= 0n && inside < BigInt(denominator)).toBe(true);
      expect(!position.hasGuaranteedStop || numerator * position.leverage <= denominator).toBe(
        true,
      );
    }),
  );
});
