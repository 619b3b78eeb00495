import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEVERAGES, points, stopOutPrice } from '#instrument/instrument.ts';
import { splitPosition } from './position.ts';

const price = fc.integer({ min: 5_000, max: 20_000_000 }).map(points);
const positions = fc
  .record({
    direction: fc.constantFrom('buy' as const, 'sell' as const),
    leverage: fc.constantFrom(...LEVERAGES),
    hasGuaranteedStop: fc.boolean(),
    openPoints: price,
    stopPoints: fc.option(price),
    targetPoints: fc.option(price),
  })
  .map((position) => ({ ...position, stopOutPoints: stopOutPrice(position) }));
const units = fc.integer({ min: 1, max: 50 });

it('moves no stop loss or take profit nearer to the price, and a stop-out price by less than 3 points', () => {
  fc.assert(
    fc.property(positions, units, units, (position, newUnits, oldUnits) => {
      const split = splitPosition(position, { newUnits, oldUnits }) ?? expect.fail('a split');
      const sign = position.direction === 'buy' ? 1 : -1;
      /**
       * Returns how many points a level moved towards the price in the split; negative if it moved
       * away.
       */
      const nearer = (before: number, after: number) =>
        sign * (after - (before * oldUnits) / newUnits);
      const { stopPoints, targetPoints } = split;
      if (position.stopPoints !== null) {
        expect(nearer(position.stopPoints, stopPoints ?? 0)).toBeLessThanOrEqual(1e-6);
      }
      if (position.targetPoints !== null) {
        expect(nearer(position.targetPoints, targetPoints ?? 0)).toBeGreaterThanOrEqual(-1e-6);
      }
      expect(nearer(position.stopOutPoints, split.stopOutPoints)).toBeLessThan(3);
      expect(split.stopOutPoints).toBe(stopOutPrice(split));
      if (!position.hasGuaranteedStop) return;
      expect(nearer(position.openPoints, split.openPoints)).toBeGreaterThanOrEqual(-1e-6);
    }),
  );
});
