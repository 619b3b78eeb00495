// Histories of cases that random histories reach too rarely.
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { Step } from './history.ts';

const OPEN = {
  kind: 'open-position',
  accountId: 1,
  symbol: 'AAPL',
  direction: 'buy',
  stopPoints: null,
  targetPoints: null,
} as const;
const TICK = { kind: 'tick', spread: 0, waitMs: 100 } as const;

/** A close-out whose loss cancels a withdrawal: its remainder returns to the balance. */
export const RELEASED_BY_A_CLOSE_OUT: readonly ['international', Step[]] = [
  'international',
  [
    { ...TICK, symbol: 'EURUSD', movePercent: 0 },
    { ...OPEN, symbol: 'EURUSD', amountCents: cents(100), leverage: 1 },
    { kind: 'hold-funds', accountId: 1, amountCents: cents(6_950) },
    { ...TICK, symbol: 'AAPL', movePercent: 0, spread: 17 },
    { ...OPEN, amountCents: cents(324), leverage: 30 },
    { ...OPEN, amountCents: cents(16_522), leverage: 15 },
    { kind: 'charge-financing', accountId: 1, day: 10 },
    { kind: 'change-terms', accountId: 1, hasGuaranteedStop: false, clientCategory: 'retail' },
    { ...TICK, symbol: 'AAPL', movePercent: -16 },
    { kind: 'close-position', accountId: 1, positionId: 1, amountCents: null },
    { ...TICK, symbol: 'EURUSD', movePercent: 0 },
  ],
];

/** Random histories rarely reach a warning without a close-out. */
export const WARNED: readonly ['international', Step[]] = [
  'international',
  [
    { kind: 'hold-funds', accountId: 1, amountCents: cents(33_000) },
    { ...TICK, symbol: 'AAPL', movePercent: 0 },
    { ...OPEN, amountCents: cents(16_522), leverage: 2 },
    { ...TICK, symbol: 'AAPL', movePercent: -5 },
  ],
];

/** A partial close and a filled order, which not every run of random histories contains. */
export const REDUCED: readonly ['eu-retail', Step[]] = [
  'eu-retail',
  [
    { ...TICK, symbol: 'AAPL', movePercent: 0 },
    { ...OPEN, amountCents: cents(20_000), leverage: 2 },
    {
      kind: 'update-position',
      accountId: 1,
      positionId: 1,
      stopPoints: points(9_000),
      targetPoints: points(10_400),
    },
    { kind: 'close-position', accountId: 1, positionId: 1, amountCents: cents(5_000) },
    {
      kind: 'place-order',
      accountId: 2,
      symbol: 'AAPL',
      direction: 'buy',
      orderKind: 'stop',
      amountCents: cents(5_000),
      leverage: 2,
      awayPercent: 2,
      targetDistance: null,
      lifeMs: 20_000,
      ocoId: null,
    },
    {
      kind: 'place-order',
      accountId: 2,
      symbol: 'AAPL',
      direction: 'buy',
      orderKind: 'limit',
      amountCents: cents(5_000),
      leverage: 2,
      awayPercent: 2,
      targetDistance: null,
      lifeMs: 20_000,
      ocoId: 1,
    },
    { ...TICK, symbol: 'AAPL', movePercent: 5 },
  ],
];
