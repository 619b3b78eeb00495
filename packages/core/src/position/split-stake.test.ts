import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { splitStake } from './split-stake.ts';

it.each([
  // € 1,000 at leverage 5: a notional of € 5,000.
  { newUnits: 2, oldUnits: 1, stake: 500_000 },
  { newUnits: 4, oldUnits: 1, stake: 1_500_000 },
  { newUnits: 1, oldUnits: 4, stake: 375_000 },
  { newUnits: 100, oldUnits: 99, stake: 5_051 },
  { newUnits: 99, oldUnits: 100, stake: 5_000 },
])('estimates a split of $newUnits for $oldUnits at $stake cents', ({ stake, ...ratio }) => {
  const position = { amountCents: cents(100_000), leverage: 5 } as const;
  expect(splitStake(position, ratio)).toBe(stake);
});
