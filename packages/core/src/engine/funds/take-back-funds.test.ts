import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import { createWorld, START_MS, type World } from '../testing/world.ts';

function takeBack(world: World, amount: number, accountId = 1): Decision {
  return world.run({
    kind: 'take-back-funds',
    accountId,
    atMs: START_MS,
    amountCents: cents(amount),
    reference: 'D1',
    source: 'house:provider:ikajo',
  });
}

/** A buy of € 400 × 10 at 1.00025, then a bid at which its profit is `profit` cents. */
function trading(cash: number, sell: number): World {
  const world = createWorld();
  world.addAccount(cash);
  world.tick('EURUSD', 100_000, 100_000);
  world.open({
    symbol: 'EURUSD',
    direction: 'buy',
    amountCents: 40_000,
    leverage: 10,
    seenPoints: 100_025,
  });
  world.tick('EURUSD', sell, sell);
  return world;
}

it('takes what cash covers, and the customer owes the rest', () => {
  const world = createWorld();
  world.addAccount(10_000);
  expect(takeBack(world, 25_000)).toEqual({
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
  expect(world.account().cashCents).toBe(0);
});

// 40,000 × 10 × (99,025 − 100,025) ÷ 100,025 = −3,999.0; × (101,025 − 100,025) ÷ 100,025 = 3,999.0
it.each([
  ['all of it', 100_000, 100_025, 25_000, -25_000, 0],
  ['all of it, to the cent', 50_000, 100_025, 50_000, -50_000, 0],
  ['no open gain', 50_000, 101_025, 60_000, -50_000, -10_000],
  ['what open losses leave', 50_000, 99_025, 50_000, -46_001, -3_999],
])('covers %s by cash', (_, cash, sell, amount, moved, debt) => {
  const decision = takeBack(trading(cash, sell), amount);
  const [event] = decision.kind === 'decided' ? decision.events : [];
  const entries = event?.kind === 'funds-posted' ? event.posting.entries : [];
  const on = (name: string) => entries.find(({ account }) => account === name)?.amountCents ?? 0;
  expect([on('customer:cash'), on('customer:debt')]).toEqual([moved, debt]);
});

it('makes nothing of an empty account but debt', () => {
  const world = createWorld();
  world.addAccount(0);
  expect(takeBack(world, 500)).toMatchObject({
    events: [{ posting: { entries: [{ account: 'customer:debt', amountCents: -500 }, {}] } }],
  });
  expect(takeBack(world, 500, 9)).toMatchObject({ refusal: { code: 'not-found' } });
  expect(() => takeBack(world, 0)).toThrow('above zero');
});

it('cancels what is not paid yet, covers with it, and keeps back what is owed', () => {
  const world = createWorld();
  world.addAccount(40_000);
  for (const [reference, amountCents] of [
    ['W1', cents(10_000)],
    ['W2', cents(20_000)],
  ] as const) {
    world.run({ kind: 'hold-funds', accountId: 1, atMs: START_MS, amountCents, reference });
  }
  const decision = takeBack(world, 65_000);
  expect(decision).toMatchObject({
    events: [
      { kind: 'withdrawal-cancelled', reference: 'W2', cause: 'take-back' },
      { kind: 'withdrawal-cancelled', reference: 'W1', cause: 'take-back' },
      { kind: 'funds-posted' },
    ],
  });
  const account = world.account();
  expect([account.cashCents, account.debtCents, account.holds.size]).toEqual([0, 25_000, 0]);
  world.post('deposit', { 'customer:cash': 30_000, 'house:bank': -30_000 });
  expect(world.figures().withdrawableCents).toBe(5_000);
});
