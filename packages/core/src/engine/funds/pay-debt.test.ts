// A customer's cash pays what they owe for reversed deposits.
import { expect, it } from 'vitest';
import { createDebtPaymentPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import { createTestEngine, START_MS, type TestEngine } from '../testing/test-engine.ts';

const AT = { accountId: 1, atMs: START_MS } as const;

/** An account that owes € 150.00 and then received `cash` cents. */
function owing(cash: number): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(0);
  const taken = { amountCents: cents(15_000), reference: 'D1', source: 'house:bank' } as const;
  engine.run({ kind: 'take-back-funds', ...AT, ...taken });
  engine.post('deposit', { 'customer:cash': cash, 'house:bank': 0 - cash });
  return engine;
}

function pay(engine: TestEngine, amount: number): Decision {
  const posting = createDebtPaymentPosting({ ...AT, id: `${amount}`, amountCents: cents(amount) });
  return engine.run({ kind: 'post-funds', ...AT, posting });
}

it('is paid from cash, and the rest can be withdrawn', () => {
  const engine = owing(20_000);
  expect(engine.figures().withdrawableCents).toBe(5_000);
  expect(pay(engine, 15_000)).toMatchObject({
    kind: 'decided',
    events: [
      {
        posting: {
          uniqueKey: 'debt-payment:15000',
          entries: [
            { account: 'customer:cash', amountCents: -15_000 },
            { account: 'customer:debt', amountCents: 15_000 },
          ],
        },
      },
    ],
  });
  expect(engine.account()).toMatchObject({ cashCents: 5_000, debtCents: 0 });
  expect(engine.figures().withdrawableCents).toBe(5_000);
});

it('is paid in part if cash does not cover it', () => {
  const engine = owing(10_000);
  expect(pay(engine, 10_001)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 100 } },
  });
  expect(pay(engine, 10_000).kind).toBe('decided');
  expect(engine.account()).toMatchObject({ cashCents: 0, debtCents: 5_000 });
});

it('is paid no more than is due', () => {
  const engine = owing(20_000);
  expect(pay(engine, 15_001)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 150 } },
  });
});

it('does not use cash that open positions need', () => {
  const engine = owing(20_000);
  engine.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', requestedPoints: 100_025 } as const;
  engine.open({ ...order, amountCents: 8_000, leverage: 10 });
  // Open loss: 80,000 × −1,025 ÷ 100,025 = −819.8 cents. Of the € 200.00 of cash, € 80.00 of margin
  // and the loss stay.
  engine.tick('EURUSD', 99_000, 99_000);
  expect(pay(engine, 11_181)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 111.8 } },
  });
  expect(pay(engine, 11_180).kind).toBe('decided');
});
