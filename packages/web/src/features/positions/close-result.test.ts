import { expect, it } from 'vitest';
import { closeResult } from './close-result.ts';

it.each([
  [0.74, 'closedProfit', 0.74],
  [0, 'closedProfit', 0],
  [-0.12, 'closedLoss', 0.12],
  [undefined, 'closed', undefined],
  [null, 'closed', undefined],
] as const)('reports a profit of %j as %s', (profit, text, amount) => {
  expect(closeResult(profit)).toEqual({ text, amount });
});
