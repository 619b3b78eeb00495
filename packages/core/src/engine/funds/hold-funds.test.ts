import { expect, it } from 'vitest';
import { createPayoutPosting, type Posting } from '#ledger/ledger.ts';
import { cents, type Cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import {
  createTestEngine,
  START_MS,
  TERMS,
  type Order,
  type TestEngine,
} from '../testing/test-engine.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 40_000,
  leverage: 10,
  requestedPoints: 100_025,
};

function prepared(cashCents = 100_000): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(cashCents);
  engine.tick('EURUSD', 100_000, 100_000);
  return engine;
}

function hold(engine: TestEngine, amount: number, reference = 'W1'): Decision {
  const amountCents = amount as Cents;
  return engine.run({ kind: 'hold-funds', accountId: 1, atMs: START_MS, amountCents, reference });
}

function release(engine: TestEngine, reference = 'W1'): Decision {
  return engine.run({ kind: 'release-funds', accountId: 1, atMs: START_MS, reference });
}

it('holds an amount and releases it', () => {
  const engine = prepared();
  expect(hold(engine, 30_000)).toEqual({
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
  expect(engine.account().cashCents).toBe(70_000);
  expect([...engine.account().holds]).toEqual([['W1', 30_000]]);

  expect(release(engine)).toMatchObject({
    events: [
      {
        posting: {
          uniqueKey: 'release:W1',
          entries: [{ amountCents: 30_000 }, { amountCents: -30_000 }],
        },
      },
    ],
  });
  expect(engine.account()).toMatchObject({ cashCents: 100_000, holds: new Map() });
});

it('holds at most the withdrawable amount, to the cent [v-withdraw-max]', () => {
  const engine = prepared();
  engine.open(BUY);
  // Open loss 400,000 × 25 ÷ 100,025 = 99.9… cents, so E − M = 59,900 is less than F = 60,000 and
  // limits the withdrawal.
  expect(hold(engine, 59_901)).toEqual({
    kind: 'refused',
    rejection: { code: 'withdraw-maximum', facts: { maximum: 599 } },
  });
  expect(hold(engine, 59_900).kind).toBe('decided');
  expect(hold(engine, 1, 'W2')).toEqual({
    kind: 'refused',
    rejection: { code: 'nothing-to-withdraw', facts: {} },
  });
});

it('excludes open gains', () => {
  const engine = prepared();
  engine.open(BUY);
  engine.tick('EURUSD', 110_000, 110_000);
  expect(hold(engine, 60_001)).toMatchObject({ rejection: { facts: { maximum: 600 } } });
});

it('checks the rejections in the documented order', () => {
  const engine = createTestEngine();
  const codes = (amount: number, reference?: string) => {
    const decision = hold(engine, amount, reference);
    return decision.kind === 'refused' ? decision.rejection.code : decision.kind;
  };
  expect(codes(1)).toBe('not-found');
  engine.addAccount(0, { status: 'blocked' });
  expect(codes(1)).toBe('blocked');
  engine.run({
    kind: 'change-terms',
    accountId: 1,
    atMs: START_MS,
    terms: { ...TERMS, status: 'close-only' },
  });
  expect(codes(0)).toBe('nothing-to-withdraw');
  engine.post('deposit', { 'customer:cash': 500, 'house:bank': -500 });
  for (const amount of [0, -1, Number.NaN]) expect(codes(amount)).toBe('amount-too-small');
  for (const amount of [501, 1.5, 2 ** 53, Infinity])
    expect(codes(amount)).toBe('withdraw-maximum');
  expect(codes(1)).toBe('decided');
  expect(codes(1)).toBe('duplicate-id');
  expect(codes(1, 'W2')).toBe('decided');
});

it('releases held funds once, also for a blocked account', () => {
  const engine = prepared();
  expect(release(engine)).toEqual({
    kind: 'refused',
    rejection: { code: 'not-found', facts: { reference: 'W1' } },
  });
  hold(engine, 100);
  const terms = { ...TERMS, status: 'blocked' } as const;
  engine.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms });
  expect(release(engine).kind).toBe('decided');
  expect(release(engine)).toMatchObject({ rejection: { code: 'not-found' } });
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

it('deducts the fee of a payout', () => {
  const entries = [
    { account: 'customer:withdrawal-hold', customerId: 1, amountCents: -5_000 },
    { account: 'house:bank', customerId: null, amountCents: 4_600 },
    { account: 'house:fees', customerId: null, amountCents: 400 },
  ];
  expect(payout(5_000, 400).entries).toEqual(entries);
});

it('pays held funds out once, and releases none of them afterwards', () => {
  const engine = prepared();
  hold(engine, 5_000);
  const pay = (amount: number, reference = 'W1') => {
    const posting = payout(amount, 0, reference);
    return engine.run({ kind: 'post-funds', accountId: 1, atMs: START_MS, posting });
  };
  const notFound = (reference: string) => ({
    kind: 'refused',
    rejection: { code: 'not-found', facts: { reference } },
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
  expect(release(engine)).toMatchObject({ rejection: { code: 'not-found' } });
  expect(engine.account()).toMatchObject({ cashCents: 95_000, holds: new Map() });
});
