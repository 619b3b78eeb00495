import { expect, it } from 'vitest';
import { MINUTE_MS } from '#time/time.ts';
import type { Decision } from '../decision.ts';
import type { EngineRules } from '../state.ts';
import { createTestEngine, START_MS, type Order, type TestEngine } from '../testing/test-engine.ts';

const RATES = { forex: { buy: 730, sell: -365 }, stocks: { buy: 1_000, sell: 1_000 } };
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 100_025,
};
const CUT_OFF_MS = START_MS + MINUTE_MS;

function prepared(cashCents = 100_000, rules: Partial<EngineRules> = {}): TestEngine {
  const engine = createTestEngine({ financingBpsYear: RATES, ...rules });
  engine.addAccount(cashCents);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('BTCUSD', 100_000, 100_000);
  return engine;
}

function charge(engine: TestEngine, day = '2026-01-05'): Decision {
  const atMs = CUT_OFF_MS + 5_000;
  return engine.run({ kind: 'charge-financing', accountId: 1, atMs, day, cutOffAtMs: CUT_OFF_MS });
}

it('charges or pays each position by its category and direction, with one journal entry each', () => {
  const engine = prepared();
  engine.open(BUY);
  engine.open({ ...BUY, direction: 'sell', requestedPoints: 99_975 });
  engine.open({ ...BUY, symbol: 'BTCUSD', leverage: 2 });
  // 300,000 × 7.3 % ÷ 365 = 60; a sell earns 300,000 × 3.65 % ÷ 365 = 30; crypto has no rate.
  expect(charge(engine)).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'financing-charged',
        accountId: 1,
        day: '2026-01-05',
        postings: [
          {
            kind: 'financing',
            reference: 'position:1',
            uniqueKey: 'financing:2026-01-05:position:1',
            atMs: CUT_OFF_MS + 5_000,
            entries: [
              { account: 'customer:cash', customerId: 1, amountCents: -60 },
              { account: 'house:financing', customerId: null, amountCents: 60 },
            ],
            financing: { amountCents: 10_000, remainingCents: 0, rateBpsYear: 730 },
          },
          {
            kind: 'financing',
            reference: 'position:2',
            uniqueKey: 'financing:2026-01-05:position:2',
            atMs: CUT_OFF_MS + 5_000,
            entries: [
              { account: 'customer:cash', customerId: 1, amountCents: 30 },
              { account: 'house:financing', customerId: null, amountCents: -30 },
            ],
            financing: { amountCents: 10_000, remainingCents: 0, rateBpsYear: -365 },
          },
        ],
      },
    ],
  });
  expect(engine.account()).toMatchObject({ cashCents: 99_970, financedDay: '2026-01-05' });
});

it('charges each day once and in order', () => {
  const engine = prepared();
  engine.open(BUY);
  charge(engine);
  for (const day of ['2026-01-05', '2026-01-04', '2025-12-31']) {
    expect(charge(engine, day)).toEqual({ kind: 'decided', events: [] });
  }
  charge(engine, '2026-01-06');
  expect(engine.account()).toMatchObject({ cashCents: 99_880, financedDay: '2026-01-06' });
});

it('charges positions that were open at the cut-off, by what is still open', () => {
  const engine = prepared();
  engine.open(BUY);
  engine.close(1, 5_000);
  engine.clock.nowMs = CUT_OFF_MS - 1;
  engine.tick('EURUSD', 100_025, 100_025);
  engine.open(BUY);
  engine.clock.nowMs = CUT_OFF_MS;
  engine.open(BUY);
  expect(charge(engine)).toMatchObject({
    events: [
      {
        postings: [
          { reference: 'position:1', entries: [{ amountCents: -30 }, {}] },
          { reference: 'position:3', entries: [{ amountCents: -60 }, {}] },
        ],
      },
    ],
  });
});

it('debits cash below zero while a position is open, after credit if credit counts', () => {
  const engine = prepared(10_000);
  engine.open(BUY);
  engine.post('withdrawal', { 'customer:cash': -9_990, 'house:bank': 9_990 });
  charge(engine);
  expect(engine.account()).toMatchObject({ cashCents: -50, creditCents: 0 });

  const lent = prepared(10_000, { regime: 'international' });
  lent.post('credit', { 'customer:credit': 40, 'house:bonus': -40 });
  lent.open(BUY);
  lent.post('withdrawal', { 'customer:cash': -9_990, 'house:bank': 9_990 });
  charge(lent);
  expect(lent.account()).toMatchObject({ cashCents: -10, creditCents: 0 });
});

it('charges nothing without rates or positions, rejects an unknown account, and asserts the day', () => {
  expect(charge(prepared())).toEqual({ kind: 'decided', events: [] });
  const free = createTestEngine();
  free.addAccount(100_000);
  free.tick('EURUSD', 100_000, 100_000);
  free.open(BUY);
  expect(charge(free)).toEqual({ kind: 'decided', events: [] });
  expect(charge(createTestEngine())).toMatchObject({ rejection: { code: 'not-found' } });
  expect(() => charge(prepared(), '5 January')).toThrow('a day has');
  const rules = { financingBpsYear: { forex: { buy: 0.5, sell: 0 } } };
  expect(() => createTestEngine(rules)).toThrow('hundredths of a percent');
});
