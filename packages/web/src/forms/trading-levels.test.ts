import { expect, it } from 'vitest';
import { levelProblem, type TypedLevel } from './trading-levels.ts';

const typed: TypedLevel = {
  kind: 'stop',
  text: '',
  language: 'en',
  direction: 'buy',
  asset: { symbol: 'BTCUSD', decimals: 2 },
  quote: { sell: 100, buy: 101, ts: 0, state: 'live' },
  isGuaranteed: false,
};

it.each([
  ['buy', 'target', '99.99', 'target-invalid', 'lower', 100],
  ['buy', 'stop', '100.01', 'stop-invalid', 'higher', 100],
  ['sell', 'target', '101.01', 'target-invalid', 'higher', 101],
  ['sell', 'stop', '100.99', 'stop-invalid', 'lower', 101],
] as const)(
  'rejects for a %s the %s %s [v-sltp-buy-tp] [v-sltp-buy-sl] [v-sltp-sell-tp] [v-sltp-sell-sl]',
  (direction, kind, text, code, side, limit) => {
    expect(levelProblem({ ...typed, direction, kind, text })).toEqual({ code, side, limit });
  },
);

it('accepts a level at the price itself, and an empty one', () => {
  for (const kind of ['stop', 'target'] as const) {
    expect(levelProblem({ ...typed, kind, text: '100' })).toBeUndefined();
    expect(levelProblem({ ...typed, kind, text: ' ' })).toBeUndefined();
  }
});

it('reports a level that is unreadable or too precise', () => {
  expect(levelProblem({ ...typed, text: 'x' })).toEqual({ code: 'level-unreadable' });
  expect(levelProblem({ ...typed, text: '99.123' })).toEqual({ code: 'level-unreadable' });
});

it('leaves validation to the server while there is no price', () => {
  expect(levelProblem({ ...typed, text: '5000', quote: undefined })).toBeUndefined();
});
