import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import type { LedgerEntry } from '#ledger/ledger.ts';
import { createWorld, START_MS, TERMS } from './testing/world.ts';

const AT = { accountId: 1, atMs: START_MS } as const;
const TAKEN: readonly LedgerEntry[] = [
  { account: 'customer:cash', customerId: 1, amountCents: cents(-300) },
  { account: 'house:fees', customerId: null, amountCents: cents(300) },
];
const FEE = {
  kind: 'fee',
  reference: 'W1',
  uniqueKey: 'fee:W1',
  atMs: START_MS,
  entries: TAKEN,
} as const;

it('adds an account without money, once', () => {
  const world = createWorld();
  const add = { kind: 'add-account', ...AT, terms: TERMS } as const;
  expect(world.run(add)).toEqual({
    kind: 'decided',
    events: [{ kind: 'account-added', accountId: 1, terms: TERMS }],
  });
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 0 });
  expect(world.run({ ...add, terms: { ...TERMS, status: 'blocked' } })).toEqual({
    kind: 'decided',
    events: [],
  });
  expect(world.account().terms.status).toBe('active');
});

it('changes the terms of an account that is there', () => {
  const world = createWorld();
  const terms = { ...TERMS, isVerified: false };
  const change = { kind: 'change-terms', ...AT, terms } as const;
  expect(world.run(change)).toMatchObject({ refusal: { code: 'not-found' } });
  world.addAccount(0);
  world.run(change);
  expect(world.account().terms).toEqual(terms);
});

it('books a posting on cash and credit', () => {
  const world = createWorld();
  const post = { kind: 'post-funds', ...AT, posting: FEE } as const;
  expect(world.run(post)).toMatchObject({ refusal: { code: 'not-found' } });
  world.addAccount(1_000);
  expect(world.run(post)).toEqual({
    kind: 'decided',
    events: [{ kind: 'funds-posted', accountId: 1, posting: FEE }],
  });
  expect(world.account().cashCents).toBe(700);
  world.post('withdrawal', { 'customer:cash': -200, 'customer:withdrawal-hold': 200 });
  world.post('bonus', { 'customer:credit': 50, 'house:bonus': -50 });
  expect(world.account()).toMatchObject({ cashCents: 500, creditCents: 50 });
});

it('lets a correction give what it will, and take what could be withdrawn', () => {
  const world = createWorld();
  world.addAccount(1_000);
  const correct = (amount: number) =>
    world.run({
      kind: 'post-funds',
      ...AT,
      posting: {
        kind: 'correction',
        reference: 'position:17',
        uniqueKey: `correction:position:17:${amount}`,
        atMs: START_MS,
        entries: [
          { account: 'customer:cash', customerId: 1, amountCents: cents(amount) },
          { account: 'house:trading', customerId: null, amountCents: cents(0 - amount) },
        ],
      },
    });
  expect(correct(-1_001)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 10 } },
  });
  expect(correct(-1_000)).toMatchObject({ kind: 'decided' });
  expect(world.account().cashCents).toBe(0);
  correct(250);
  expect(world.account().cashCents).toBe(250);
});

it('takes no more in than a trillion euros less a cent, what is set aside with it', () => {
  const world = createWorld();
  world.addAccount(99_999_999_999_000);
  world.run({
    kind: 'hold-funds',
    ...AT,
    amountCents: cents(99_999_999_999_000),
    reference: 'W1',
  });
  const give = (account: 'customer:cash' | 'customer:credit', amountCents: number) =>
    world.run({
      kind: 'post-funds',
      ...AT,
      posting: {
        kind: 'deposit',
        reference: 'D1',
        uniqueKey: `deposit:${account}:${amountCents}`,
        atMs: START_MS,
        entries: [
          { account, customerId: 1, amountCents: cents(amountCents) },
          { account: 'house:bank', customerId: null, amountCents: cents(0 - amountCents) },
        ],
      },
    });
  expect(give('customer:cash', 1_000)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 9.99 } },
  });
  expect(give('customer:cash', 999)).toMatchObject({ kind: 'decided' });
  expect(give('customer:cash', -1)).toMatchObject({ kind: 'decided' });
  expect(give('customer:credit', 99_999_999_999_999)).toMatchObject({ kind: 'decided' });
  expect(give('customer:credit', 1)).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 0 } },
  });
  world.run({ kind: 'release-funds', ...AT, reference: 'W1' });
  expect(world.account().cashCents).toBe(99_999_999_999_998);
});

it('asserts that a posting is sound and moves one account only', () => {
  const world = createWorld();
  world.addAccount(1_000);
  const [taken, given] = TAKEN;
  if (taken === undefined || given === undefined) throw new Error('two entries');
  const foreign = { ...given, account: 'customer:cash', customerId: 2 } as const;
  const post = (entries: readonly LedgerEntry[]) => () =>
    world.run({ kind: 'post-funds', ...AT, posting: { ...FEE, entries } });
  expect(post([taken])).toThrow('sum to zero');
  expect(post([taken, foreign])).toThrow('one account only');
  expect(world.account().cashCents).toBe(1_000);
});

it('sets the state of a symbol, and says nothing when it is the same', () => {
  const world = createWorld();
  const set = {
    kind: 'set-symbol-state',
    atMs: START_MS,
    symbol: 'AAPL',
    state: 'closed',
  } as const;
  const event = { kind: 'symbol-state-set', symbol: 'AAPL', state: 'closed' };
  expect(world.run(set)).toEqual({ kind: 'decided', events: [{ ...event, closesAtMs: null }] });
  expect(world.run(set)).toEqual({ kind: 'decided', events: [] });
  expect(world.run({ ...set, closesAtMs: 5 })).toEqual({
    kind: 'decided',
    events: [{ ...event, closesAtMs: 5 }],
  });
  expect(world.state.markets.get('AAPL')).toMatchObject({ state: 'closed', closesAtMs: 5 });
  expect(() => world.run({ ...set, symbol: 'NONE' })).toThrow('NONE is listed');
});
