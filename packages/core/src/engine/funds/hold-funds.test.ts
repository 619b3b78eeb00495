import { expect, it } from 'vitest';
import { createPayoutPosting, type Posting } from '#ledger/ledger.ts';
import { cents, type Cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import { createWorld, START_MS, TERMS, type Order, type World } from '../testing/world.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 40_000,
  leverage: 10,
  seenPoints: 100_025,
};

function prepared(cashCents = 100_000): World {
  const world = createWorld();
  world.addAccount(cashCents);
  world.tick('EURUSD', 100_000, 100_000);
  return world;
}

function hold(world: World, amount: number, reference = 'W1'): Decision {
  const amountCents = amount as Cents;
  return world.run({ kind: 'hold-funds', accountId: 1, atMs: START_MS, amountCents, reference });
}

function release(world: World, reference = 'W1'): Decision {
  return world.run({ kind: 'release-funds', accountId: 1, atMs: START_MS, reference });
}

it('sets an amount aside and gives it back', () => {
  const world = prepared();
  expect(hold(world, 30_000)).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'funds-posted',
        accountId: 1,
        posting: {
          kind: 'withdrawal',
          reference: 'W1',
          uniqueKey: 'hold:W1',
          atMs: START_MS,
          entries: [
            { account: 'customer:cash', customerId: 1, amountCents: -30_000 },
            { account: 'customer:withdrawal-hold', customerId: 1, amountCents: 30_000 },
          ],
        },
      },
    ],
  });
  expect(world.account().cashCents).toBe(70_000);
  expect([...world.account().holds]).toEqual([['W1', 30_000]]);

  expect(release(world)).toMatchObject({
    events: [
      {
        posting: {
          uniqueKey: 'release:W1',
          entries: [{ amountCents: 30_000 }, { amountCents: -30_000 }],
        },
      },
    ],
  });
  expect(world.account()).toMatchObject({ cashCents: 100_000, holds: new Map() });
});

it('takes exactly what is withdrawable, and not a cent more [v-withdraw-max]', () => {
  const world = prepared();
  world.open(BUY);
  // Open loss 400,000 × 25 ÷ 100,025 = 99.9… cents, so E − M = 59,900 is less than F = 60,000 and
  // limits the withdrawal.
  expect(hold(world, 59_901)).toEqual({
    kind: 'refused',
    refusal: { code: 'withdraw-maximum', facts: { maximum: 599 } },
  });
  expect(hold(world, 59_900).kind).toBe('decided');
  expect(hold(world, 1, 'W2')).toEqual({
    kind: 'refused',
    refusal: { code: 'nothing-to-withdraw', facts: {} },
  });
});

it('takes nothing of open gains', () => {
  const world = prepared();
  world.open(BUY);
  world.tick('EURUSD', 110_000, 110_000);
  expect(hold(world, 60_001)).toMatchObject({ refusal: { facts: { maximum: 600 } } });
});

it('refuses in the documented order', () => {
  const world = createWorld();
  const codes = (amount: number, reference?: string) => {
    const decision = hold(world, amount, reference);
    return decision.kind === 'refused' ? decision.refusal.code : decision.kind;
  };
  expect(codes(1)).toBe('not-found');
  world.addAccount(0, { status: 'blocked' });
  expect(codes(1)).toBe('blocked');
  world.run({
    kind: 'change-terms',
    accountId: 1,
    atMs: START_MS,
    terms: { ...TERMS, status: 'close-only' },
  });
  expect(codes(0)).toBe('nothing-to-withdraw');
  world.post('deposit', { 'customer:cash': 500, 'house:bank': -500 });
  for (const amount of [0, -1, Number.NaN]) expect(codes(amount)).toBe('amount-too-small');
  for (const amount of [501, 1.5, 2 ** 53, Infinity])
    expect(codes(amount)).toBe('withdraw-maximum');
  expect(codes(1)).toBe('decided');
  expect(codes(1)).toBe('duplicate-id');
  expect(codes(1, 'W2')).toBe('decided');
});

it('gives back what is there, to a blocked account too, and nothing twice', () => {
  const world = prepared();
  expect(release(world)).toEqual({
    kind: 'refused',
    refusal: { code: 'not-found', facts: { reference: 'W1' } },
  });
  hold(world, 100);
  const terms = { ...TERMS, status: 'blocked' } as const;
  world.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms });
  expect(release(world).kind).toBe('decided');
  expect(release(world)).toMatchObject({ refusal: { code: 'not-found' } });
});

function payout(amount: number, fee: number, reference = 'W1'): Posting {
  return createPayoutPosting({
    accountId: 1,
    reference,
    amountCents: cents(amount),
    feeCents: cents(fee),
    atMs: START_MS,
  });
}

it('keeps the fee of what is paid out', () => {
  const entries = [
    { account: 'customer:withdrawal-hold', customerId: 1, amountCents: -5_000 },
    { account: 'house:bank', customerId: null, amountCents: 4_600 },
    { account: 'house:fees', customerId: null, amountCents: 400 },
  ];
  expect(payout(5_000, 400).entries).toEqual(entries);
});

it('pays out what is set aside, once, and gives nothing of it back', () => {
  const world = prepared();
  hold(world, 5_000);
  const pay = (amount: number, reference = 'W1') => {
    const posting = payout(amount, 0, reference);
    return world.run({ kind: 'post-funds', accountId: 1, atMs: START_MS, posting });
  };
  const notFound = (reference: string) => ({
    kind: 'refused',
    refusal: { code: 'not-found', facts: { reference } },
  });
  expect(pay(5_001)).toEqual(notFound('W1'));
  expect(pay(1, 'W2')).toEqual(notFound('W2'));
  expect(pay(5_000)).toMatchObject({
    events: [
      {
        posting: {
          kind: 'withdrawal',
          uniqueKey: 'payout:W1',
          entries: [
            { account: 'customer:withdrawal-hold', customerId: 1, amountCents: -5_000 },
            { account: 'house:bank', customerId: null, amountCents: 5_000 },
          ],
        },
      },
    ],
  });
  expect(pay(5_000)).toEqual(notFound('W1'));
  expect(release(world)).toMatchObject({ refusal: { code: 'not-found' } });
  expect(world.account()).toMatchObject({ cashCents: 95_000, holds: new Map() });
});
