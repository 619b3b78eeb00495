import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import { createTestEngine, START_MS, type TestEngine } from '../testing/test-engine.ts';

function reverseFunds(engine: TestEngine, amount: number, accountId = 1): Decision {
  return engine.run({
    kind: 'take-back-funds',
    accountId,
    atMs: START_MS,
    amountCents: cents(amount),
    reference: 'D1',
    source: 'house:provider:ikajo',
  });
}

/** A buy of € 400 × 10 at 1.00025, then a bid at which its profit is `profit` cents. */
function trading(cash: number, sell: number): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(cash);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.open({
    symbol: 'EURUSD',
    direction: 'buy',
    amountCents: 40_000,
    leverage: 10,
    requestedPoints: 100_025,
  });
  engine.tick('EURUSD', sell, sell);
  return engine;
}

it('debits cash, and books the rest as the customer’s debt', () => {
  const engine = createTestEngine();
  engine.addAccount(10_000);
  expect(reverseFunds(engine, 25_000)).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'funds-posted',
        accountId: 1,
        posting: {
          kind: 'deposit',
          reference: 'D1',
          uniqueKey: 'take-back:D1',
          atMs: START_MS,
          entries: [
            { account: 'customer:cash', customerId: 1, amountCents: -10_000 },
            { account: 'customer:debt', customerId: 1, amountCents: -15_000 },
            { account: 'house:provider:ikajo', customerId: null, amountCents: 25_000 },
          ],
        },
      },
    ],
  });
  expect(engine.account().cashCents).toBe(0);
});

// 40,000 × 10 × (99,025 − 100,025) ÷ 100,025 = −3,999.0; × (101,025 − 100,025) ÷ 100,025 = 3,999.0
it.each([
  ['all of it', 100_000, 100_025, 25_000, -25_000, 0],
  ['all of it, to the cent', 50_000, 100_025, 50_000, -50_000, 0],
  ['no open gain', 50_000, 101_025, 60_000, -50_000, -10_000],
  ['what open losses leave', 50_000, 99_025, 50_000, -46_001, -3_999],
])('covers %s by cash', (_, cash, sell, amount, moved, debt) => {
  const decision = reverseFunds(trading(cash, sell), amount);
  const [event] = decision.kind === 'decided' ? decision.events : [];
  const entries = event?.kind === 'funds-posted' ? event.posting.entries : [];
  const on = (name: string) => entries.find(({ account }) => account === name)?.amountCents ?? 0;
  expect([on('customer:cash'), on('customer:debt')]).toEqual([moved, debt]);
});

it('books a reversal on an empty account as debt only', () => {
  const engine = createTestEngine();
  engine.addAccount(0);
  expect(reverseFunds(engine, 500)).toMatchObject({
    events: [{ posting: { entries: [{ account: 'customer:debt', amountCents: -500 }, {}] } }],
  });
  expect(reverseFunds(engine, 500, 9)).toMatchObject({ rejection: { code: 'not-found' } });
  expect(() => reverseFunds(engine, 0)).toThrow('above zero');
});

it('cancels unpaid withdrawals, covers the reversal with them, and reserves the debt', () => {
  const engine = createTestEngine();
  engine.addAccount(40_000);
  for (const [reference, amountCents] of [
    ['W1', cents(10_000)],
    ['W2', cents(20_000)],
  ] as const) {
    engine.run({ kind: 'hold-funds', accountId: 1, atMs: START_MS, amountCents, reference });
  }
  const decision = reverseFunds(engine, 65_000);
  expect(decision).toMatchObject({
    events: [
      { kind: 'withdrawal-cancelled', reference: 'W2', cause: 'take-back' },
      { kind: 'withdrawal-cancelled', reference: 'W1', cause: 'take-back' },
      { kind: 'funds-posted' },
    ],
  });
  const account = engine.account();
  expect([account.cashCents, account.debtCents, account.holds.size]).toEqual([0, 25_000, 0]);
  engine.post('deposit', { 'customer:cash': 30_000, 'house:bank': -30_000 });
  expect(engine.figures().withdrawableCents).toBe(5_000);
});
