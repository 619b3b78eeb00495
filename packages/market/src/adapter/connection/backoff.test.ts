import { MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const BACKOFF = { firstMs: 1_000, maxMs: MINUTE_MS };

it.each([
  [1, 0, 500],
  [1, 0.5, 750],
  [2, 0, 1_000],
  [6, 0, 16_000],
  [7, 0, 30_000],
  [7, 0.5, 45_000],
  [1_000_000, 0.5, 45_000],
])('waits, after %i failures and with chance %d, %i ms', (failures, chance, expected) => {
  expect(backoffMs(BACKOFF, failures, chance)).toBe(expected);
});

it('never waits less than half of the first wait, nor more than the longest', () => {
  const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1 }), chances, (failures, chance) => {
      const waitMs = backoffMs(BACKOFF, failures, chance);
      expect(waitMs).toBeGreaterThanOrEqual(500);
      expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    }),
  );
});
