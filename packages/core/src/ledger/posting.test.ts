import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { createPosting, movedCents, type LedgerEntry, type Posting } from './posting.ts';
import { createProtectionPosting, createTradePosting } from './trade-posting.ts';

const entry = (account: LedgerEntry['account'], amount: number): LedgerEntry => ({
  account,
  customerId: account.startsWith('customer:') ? 7 : null,
  amountCents: cents(amount),
});
const DEPOSIT: Posting = {
  kind: 'deposit',
  reference: 'D1',
  uniqueKey: 'deposit:D1',
  atMs: 5,
  entries: [entry('customer:cash', 25_000), entry('house:provider:card', -25_000)],
};

it('accepts a journal entry whose lines sum to zero', () => {
  expect(createPosting(DEPOSIT)).toBe(DEPOSIT);
});

it.each([
  ['sum to zero', { entries: [entry('customer:cash', 1), entry('house:bank', -2)] }],
  ['has lines', { entries: [] }],
  ['names what it belongs to', { reference: '' }],
  ['has a unique key', { uniqueKey: '' }],
  ['is in whole cents', { entries: [entry('customer:cash', 0)] }],
  ['has an owner', { entries: [{ ...entry('customer:cash', 1), customerId: null }] }],
  ['has an owner', { entries: [{ ...entry('house:bank', 1), customerId: 7 }] }],
])('asserts that a journal entry %s', (message, broken) => {
  expect(() => createPosting({ ...DEPOSIT, ...broken })).toThrow(message);
});

it('sums what a journal entry changes on one account of one customer', () => {
  expect(movedCents(DEPOSIT, 'customer:cash', 7)).toBe(25_000);
  expect(movedCents(DEPOSIT, 'customer:cash', 8)).toBe(0);
  expect(movedCents(DEPOSIT, 'customer:credit', 7)).toBe(0);
});

const TRADE = {
  positionId: 17,
  accountId: 7,
  atMs: 5,
  creditCents: cents(0),
  sparedCents: cents(0),
};
const amountsOf = (posting: Posting | null) =>
  posting?.entries.map(({ account, customerId, amountCents }) => [
    account,
    customerId,
    amountCents,
  ]);

it('books a profit against house:trading', () => {
  const posting = createTradePosting({ ...TRADE, cashCents: cents(2_117) });
  expect(posting).toMatchObject({
    kind: 'trade',
    reference: 'position:17',
    uniqueKey: 'trade:position:17',
    atMs: 5,
  });
  expect(amountsOf(posting)).toEqual([
    ['customer:cash', 7, 2_117],
    ['house:trading', null, -2_117],
  ]);
});

it('books a loss on cash and credit, and the protected part on house:protection', () => {
  const trade = {
    ...TRADE,
    cashCents: cents(-70),
    creditCents: cents(-30),
    sparedCents: cents(50),
  };
  expect(amountsOf(createTradePosting(trade))).toEqual([
    ['customer:cash', 7, -70],
    ['customer:credit', 7, -30],
    ['house:trading', null, 150],
    ['house:protection', null, -50],
  ]);
});

it('books nothing if no amount changes', () => {
  expect(createTradePosting({ ...TRADE, cashCents: cents(0) })).toBeNull();
});

it('resets a balance to zero from house:protection', () => {
  const protection = { positionId: 17, accountId: 7, atMs: 5, amountCents: cents(20_067) };
  const posting = createProtectionPosting(protection);
  expect(posting).toMatchObject({ kind: 'protection', uniqueKey: 'protection:position:17' });
  expect(amountsOf(posting)).toEqual([
    ['customer:cash', 7, 20_067],
    ['house:protection', null, -20_067],
  ]);
});
