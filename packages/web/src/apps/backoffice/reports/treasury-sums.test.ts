import { expect, it } from 'vitest';
import { accountName, compareBalances, groupTreasury } from './treasury-sums.ts';

const ACCOUNTS = [
  { account: 'customer:cash', total: 1_000.1 },
  { account: 'customer:withdrawal-hold', total: 50.2 },
  { account: 'house:bank', total: -700.1 },
  { account: 'house:provider:paymaxis', total: -350.2 },
];
const TREASURY = { accounts: ACCOUNTS, total: 0, balances: { cash: 1_000.1, credit: 0 } };

it('groups the ledger by owner, and the groups sum to zero, to the cent', () => {
  const groups = groupTreasury(TREASURY);
  // 1,000.10 + 50.20, which as floating point numbers would be 1,050.3000000000002.
  expect(groups.map(({ name, totalCents }) => [name, totalCents])).toEqual([
    ['customers', 105_030],
    ['house', -70_010],
    ['providers', -35_020],
  ]);
  expect(groups.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(0);
  expect(groups.flatMap(({ accounts }) => accounts)).toHaveLength(ACCOUNTS.length);
});

it.each([
  ['house:bank', 'Bank'],
  ['customer:withdrawal-hold', 'Held for withdrawals'],
  ['house:provider:paymaxis', 'Paymaxis'],
  ['house:new', 'house:new'],
])('names the account %s as %s', (account, name) => {
  expect(accountName(account)).toBe(name);
});

it('compares customers’ money in the ledger with their account balances', () => {
  expect(compareBalances({ ...TREASURY, agrees: true })).toEqual([
    { name: 'cash', ledgerCents: 100_010, heldCents: 100_010, differenceCents: 0 },
    { name: 'credit', ledgerCents: 0, heldCents: 0, differenceCents: 0 },
  ]);
  const wrong = { ...TREASURY, balances: { cash: 1_000.11, credit: 5 }, agrees: false };
  expect(compareBalances(wrong).map(({ differenceCents }) => differenceCents)).toEqual([-1, -500]);
});
