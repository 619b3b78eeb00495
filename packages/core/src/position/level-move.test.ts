import fc from 'fast-check';
import { expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { levelAtMove, type LevelMove, movesToLevel } from './level-move.ts';
import { type Exposure, profit } from './profit.ts';

// € 100 × 5 at 40,000.00: a move of 1 % is € 5.
const buy: Exposure = {
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 5,
  openPoints: points(4_000_000),
};
const sell: Exposure = { ...buy, direction: 'sell' };

it.each<[string, Exposure, 'stop' | 'target', LevelMove, number]>([
  ['buy', buy, 'stop', { unit: 'distance', points: points(40_000) }, 3_960_000],
  ['buy', buy, 'target', { unit: 'distance', points: points(40_000) }, 4_040_000],
  ['sell', sell, 'stop', { unit: 'percent', bps: 100 }, 4_040_000],
  ['sell', sell, 'target', { unit: 'percent', bps: 250 }, 3_900_000],
  ['buy', buy, 'stop', { unit: 'money', cents: cents(500) }, 3_960_000],
  ['sell', sell, 'target', { unit: 'money', cents: cents(500) }, 3_960_000],
  // 33 cents are 26.4 points of price: rounded towards the opening, then away from it.
  ['buy', buy, 'stop', { unit: 'money', cents: cents(33) }, 3_997_360],
])('places the level of a %s', (_name, exposure, side, move, level) => {
  expect(levelAtMove(exposure, side, move)).toBe(level);
});

it('returns no level below zero and no distance to a level on the other side', () => {
  const whole = { unit: 'distance', points: points(4_000_000) } as const;
  expect(levelAtMove(buy, 'stop', whole)).toBeUndefined();
  expect(movesToLevel(buy, 'stop', points(4_000_001))).toBeUndefined();
  expect(movesToLevel(buy, 'target', points(4_000_000))).toBeUndefined();
});

const exposures = fc.record({
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  amountCents: fc.integer({ min: 100, max: 100_000_000 }).map(cents),
  leverage: fc.integer({ min: 1, max: 30 }),
  openPoints: fc.integer({ min: 1_000, max: 10_000_000_000 }).map(points),
});

it('never loses more at a stop, and never gains less at a target, than the money typed', () => {
  fc.assert(
    fc.property(exposures, fc.integer({ min: 1, max: 10_000_000 }), (exposure, money) => {
      const move = { unit: 'money', cents: cents(money) } as const;
      const stop = levelAtMove(exposure, 'stop', move);
      if (stop !== undefined) expect(profit(exposure, stop)).toBeGreaterThanOrEqual(-money);
      const target = levelAtMove(exposure, 'target', move);
      if (target !== undefined) expect(profit(exposure, target)).toBeGreaterThanOrEqual(money);
    }),
  );
});

it('restores the level from its distance', () => {
  const distances = fc.integer({ min: 1, max: 999 });
  const sides = fc.constantFrom('stop' as const, 'target' as const);
  fc.assert(
    fc.property(exposures, sides, distances, (exposure, side, distance) => {
      const level = levelAtMove(exposure, side, { unit: 'distance', points: points(distance) });
      expect(level && movesToLevel(exposure, side, level)?.distance).toBe(distance);
    }),
  );
});

it('restores approximately the level from its percentage', () => {
  const sides = fc.constantFrom('stop' as const, 'target' as const);
  const moves = fc.integer({ min: 1, max: 9_000 });
  fc.assert(
    fc.property(exposures, sides, moves, (exposure, side, bps) => {
      const level = levelAtMove(exposure, side, { unit: 'percent', bps });
      const known = level && movesToLevel(exposure, side, level);
      // One point of a price of at least 1,000 points is at most 10 hundredths of a percent.
      if (known !== undefined) expect(Math.abs(known.bps - bps)).toBeLessThanOrEqual(10);
    }),
  );
});
