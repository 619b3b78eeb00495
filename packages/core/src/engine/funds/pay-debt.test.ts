// A customer's cash pays what they owe for reversed deposits.
import { expect, it } from 'vitest';
import { createDebtPaymentPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import { createWorld, START_MS, type World } from '../testing/world.ts';

const AT = { accountId: 1, atMs: START_MS } as const;

/** An account that owes € 150.00 and then received `cash` cents. */
function owing(cash: number): World {
  const world = createWorld();
  world.addAccount(0);
  const taken = { amountCents: cents(15_000), reference: 'D1', source: 'house:bank' } as const;
  world.run({ kind: 'take-back-funds', ...AT, ...taken });
  world.post('deposit', { 'customer:cash': cash, 'house:bank': 0 - cash });
  return world;
}

function pay(world: World, amount: number): Decision {
  const posting = createDebtPaymentPosting({ ...AT, id: `${amount}`, amountCents: cents(amount) });
  return world.run({ kind: 'post-funds', ...AT, posting });
}

it('is paid by cash, and what is left can be withdrawn', () => {
  const world = owing(20_000);
  expect(world.figures().withdrawableCents).toBe(5_000);
  expect(pay(world, 15_000)).toMatchObject({
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
  expect(world.account()).toMatchObject({ cashCents: 5_000, debtCents: 0 });
  expect(world.figures().withdrawableCents).toBe(5_000);
});

it('is paid in part by cash that does not cover it', () => {
  const world = owing(10_000);
  expect(pay(world, 10_001)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 100 } },
  });
  expect(pay(world, 10_000).kind).toBe('decided');
  expect(world.account()).toMatchObject({ cashCents: 0, debtCents: 5_000 });
});

it('is paid no more than is owed', () => {
  const world = owing(20_000);
  expect(pay(world, 15_001)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 150 } },
  });
});

it('leaves open positions what they need', () => {
  const world = owing(20_000);
  world.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', seenPoints: 100_025 } as const;
  world.open({ ...order, amountCents: 8_000, leverage: 10 });
  // Open loss: 80,000 × −1,025 ÷ 100,025 = −819.8 cents. Of the € 200.00 of cash, € 80.00 of margin
  // and the loss stay.
  world.tick('EURUSD', 99_000, 99_000);
  expect(pay(world, 11_181)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 111.8 } },
  });
  expect(pay(world, 11_180).kind).toBe('decided');
});
