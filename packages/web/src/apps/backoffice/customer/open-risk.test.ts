import { expect, it } from 'vitest';
import { toRisk } from './open-risk.ts';

it('sums the notional of open positions to the cent', () => {
  const open = [
    { amount: 0.1, leverage: 1 },
    { amount: 0.2, leverage: 1 },
    { amount: 50, leverage: 20 },
  ];
  expect(toRisk(open)).toEqual({ positions: 3, exposure: 1_000.3 });
});
