import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import type { LedgerEntry } from '#ledger/ledger.ts';
import { createTestEngine, START_MS, TERMS } from './testing/test-engine.ts';

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

it('adds an account with no money, once', () => {
  const engine = createTestEngine();
  const add = { kind: 'add-account', ...AT, terms: TERMS } as const;
  expect(engine.run(add)).toEqual({
    kind: 'decided',
    events: [{ kind: 'account-added', accountId: 1, terms: TERMS }],
  });
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 0 });
  expect(engine.run({ ...add, terms: { ...TERMS, status: 'blocked' } })).toEqual({
    kind: 'decided',
    events: [],
  });
  expect(engine.account().terms.status).toBe('active');
});

it.each([
  ['status', { ...TERMS, status: 'close-only' }],
  ['verification', { ...TERMS, isVerified: !TERMS.isVerified }],
  ['category', { ...TERMS, clientCategory: 'professional' }],
  ['guaranteed stop', { ...TERMS, hasGuaranteedStop: !TERMS.hasGuaranteedStop }],
  ['permissions', { ...TERMS, permittedCategories: ['crypto'] }],
  ['leverages', { ...TERMS, leverageIndexes: { ...TERMS.leverageIndexes, stocks: [0] } }],
  ['shared protection', { ...TERMS, sharesProtection: true }],
] as const)('keeps the terms of an account that has another %s than expected', (_, expected) => {
  const engine = createTestEngine();
  engine.addAccount(0);
  const terms = { ...TERMS, status: 'blocked' } as const;
  const change = { kind: 'change-terms', ...AT, terms } as const;
  expect(engine.run({ ...change, expected })).toEqual({ kind: 'decided', events: [] });
  expect(engine.account().terms).toEqual(TERMS);
  engine.run({ ...change, expected: { ...TERMS } });
  expect(engine.account().terms).toEqual(terms);
});

it('changes the terms of an existing account', () => {
  const engine = createTestEngine();
  const terms = { ...TERMS, isVerified: false };
  const change = { kind: 'change-terms', ...AT, terms } as const;
  expect(engine.run(change)).toMatchObject({ rejection: { code: 'not-found' } });
  engine.addAccount(0);
  engine.run(change);
  expect(engine.account().terms).toEqual(terms);
});

it('books a journal entry on cash and credit', () => {
  const engine = createTestEngine();
  const post = { kind: 'post-funds', ...AT, posting: FEE } as const;
  expect(engine.run(post)).toMatchObject({ rejection: { code: 'not-found' } });
  engine.addAccount(1_000);
  expect(engine.run(post)).toEqual({
    kind: 'decided',
    events: [{ kind: 'funds-posted', accountId: 1, posting: FEE }],
  });
  expect(engine.account().cashCents).toBe(700);
  engine.post('withdrawal', { 'customer:cash': -200, 'customer:withdrawal-hold': 200 });
  engine.post('bonus', { 'customer:credit': 50, 'house:bonus': -50 });
  expect(engine.account()).toMatchObject({ cashCents: 500, creditCents: 50 });
});

it('credits any correction, and debits at most the withdrawable amount', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000);
  const correct = (amount: number) =>
    engine.run({
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
    rejection: { code: 'amount-too-large', facts: { maximum: 10 } },
  });
  expect(correct(-1_000)).toMatchObject({ kind: 'decided' });
  expect(engine.account().cashCents).toBe(0);
  correct(250);
  expect(engine.account().cashCents).toBe(250);
});

it('limits an account to a trillion euros less a cent, including held funds', () => {
  const engine = createTestEngine();
  engine.addAccount(99_999_999_999_000);
  engine.run({
    kind: 'hold-funds',
    ...AT,
    amountCents: cents(99_999_999_999_000),
    reference: 'W1',
  });
  const give = (account: 'customer:cash' | 'customer:credit', amountCents: number) =>
    engine.run({
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
    rejection: { code: 'amount-too-large', facts: { maximum: 9.99 } },
  });
  expect(give('customer:cash', 999)).toMatchObject({ kind: 'decided' });
  expect(give('customer:cash', -1)).toMatchObject({ kind: 'decided' });
  expect(give('customer:credit', 99_999_999_999_999)).toMatchObject({ kind: 'decided' });
  expect(give('customer:credit', 1)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 0 } },
  });
  engine.run({ kind: 'release-funds', ...AT, reference: 'W1' });
  expect(engine.account().cashCents).toBe(99_999_999_999_998);
});

it('asserts that a journal entry balances and changes one account only', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000);
  const [taken, given] = TAKEN;
  if (taken === undefined || given === undefined) throw new Error('two entries');
  const foreign = { ...given, account: 'customer:cash', customerId: 2 } as const;
  const post = (entries: readonly LedgerEntry[]) => () =>
    engine.run({ kind: 'post-funds', ...AT, posting: { ...FEE, entries } });
  expect(post([taken])).toThrow('sum to zero');
  expect(post([taken, foreign])).toThrow('one account only');
  expect(engine.account().cashCents).toBe(1_000);
});

it('sets the state of a symbol, and emits no event if it is unchanged', () => {
  const engine = createTestEngine();
  const set = {
    kind: 'set-symbol-state',
    atMs: START_MS,
    symbol: 'AAPL',
    state: 'closed',
  } as const;
  const event = { kind: 'symbol-state-set', symbol: 'AAPL', state: 'closed' };
  expect(engine.run(set)).toEqual({ kind: 'decided', events: [{ ...event, closesAtMs: null }] });
  expect(engine.run(set)).toEqual({ kind: 'decided', events: [] });
  expect(engine.run({ ...set, closesAtMs: 5 })).toEqual({
    kind: 'decided',
    events: [{ ...event, closesAtMs: 5 }],
  });
  expect(engine.state.markets.get('AAPL')).toMatchObject({ state: 'closed', closesAtMs: 5 });
  expect(() => engine.run({ ...set, symbol: 'NONE' })).toThrow('NONE is listed');
});
