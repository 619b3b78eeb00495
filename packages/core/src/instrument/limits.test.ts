import { expect, it } from 'vitest';
import { findLimitsProblem, instrumentLimits } from './limits.ts';

const LIMITS = { leverageMax: 10, amountMinCents: 1_000, amountMaxCents: 500_000 };

it('uses the limits of regime and account if the broker sets none', () => {
  expect(instrumentLimits({ amountMaxCents: 5_000 })).toEqual({
    leverageMax: 30,
    amountMinCents: 100,
    amountMaxCents: 5_000,
  });
  expect(instrumentLimits(LIMITS)).toEqual(LIMITS);
});

it.each([
  [{}, undefined],
  [{ amountMinCents: 500_000 }, undefined],
  [{ amountMaxCents: 1_000_000_000 }, undefined],
  [{ leverageMax: 30 }, undefined],
  [{ leverageMax: 4 }, 'leverage-unknown'],
  [{ leverageMax: 0 }, 'leverage-unknown'],
  [{ amountMinCents: 99 }, 'amount-too-small'],
  [{ amountMaxCents: 99 }, 'amount-too-small'],
  [{ amountMinCents: Number.NaN }, 'amount-too-small'],
  [{ amountMaxCents: 1_000_000_001 }, 'amount-too-large'],
  [{ amountMinCents: 1_000.5 }, 'amount-too-large'],
  [{ amountMinCents: 500_001 }, 'crossed'],
])('judges limits with %j: %s', (change, problem) => {
  expect(findLimitsProblem({ ...LIMITS, ...change })).toBe(problem);
});
