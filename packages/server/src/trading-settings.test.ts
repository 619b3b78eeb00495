import { expect, it } from 'vitest';

import { readSettings } from './settings.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'invalid' ? read.problems.map(({ name, text }) => `${name} ${text}`) : [];
}

it.each([
  ['GAP_PERCENTS', 'forex'],
  ['GAP_PERCENTS', 'forex:101'],
  ['GAP_PERCENTS', 'forex:5.5'],
  ['GAP_PERCENTS', 'forex:5,forex:6'],
  ['GAP_PERCENTS', 'coins:5'],
  ['FINANCING', 'forex'],
  ['FINANCING', 'forex:2.5'],
  ['FINANCING', 'forex:2.5/'],
  ['FINANCING', 'forex:2.5/1/1'],
  ['FINANCING', 'forex:2.555/1'],
  ['FINANCING', 'forex:101/1'],
  ['FINANCING', 'forex:1/-100.01'],
  ['FINANCING', 'coins:1/1'],
  ['FINANCING', 'forex:1/1,forex:2/2'],
  ['FINANCING', 'forex:1/1,'],
  ['FINANCING', 'forex=1/1'],
  ['PROTECTION_FEE_PERCENT', '-0.1'],
  ['SPREADS', 'EURUSD'],
  ['SPREADS', 'EURUSD:'],
  ['SPREADS', 'EURUSD:-1'],
  ['SPREADS', 'EURUSD:1/'],
  ['SPREADS', 'EURUSD:1/1/1'],
  ['SPREADS', 'EURUSD:0.00001'],
  ['SPREADS', 'EURUSD:10.0001'],
  ['SPREADS', 'NOTHING:1'],
  ['SPREADS', 'EURUSD:1,EURUSD:1'],
  ['SPREADS', 'EURUSD=1'],
  ['PROTECTION_FEE_PERCENT', '10.01'],
  ['PROTECTION_FEE_PERCENT', '0.125'],
])('refuses %s=%s', (name, value) => {
  const problems = problemsOf({ FEED: 'forex=oanda', [name]: value });
  expect(problems.filter((problem) => problem.startsWith(`${name} must be `))).toHaveLength(1);
});

it('rejects a mark-up on prices that are not real', () => {
  const FEED = 'crypto=binance,forex=simulator';
  expect(problemsOf({ FEED, SPREADS: 'BTCUSD:0.1,EURUSD:0.1,AAPL:0.1' })).toEqual([
    'SPREADS must be without EURUSD: FEED has no real prices for it',
    'SPREADS must be without AAPL: FEED has no real prices for it',
  ]);
});
