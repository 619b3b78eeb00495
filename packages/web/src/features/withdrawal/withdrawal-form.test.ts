import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { checkWithdrawal } from './withdrawal-form.ts';

const GOOD = { amount: '100', comments: 'To my bank', agree: true };
const faultsOf = (changes: Partial<typeof GOOD>) =>
  checkWithdrawal({ ...GOOD, ...changes }, { maximumCents: cents(10_000), language: 'en' });

it('lets all that may leave go, to the cent', () => {
  expect(faultsOf({})).toEqual({});
  expect(faultsOf({ amount: '100.00' })).toEqual({});
});

it('names the maximum [v-withdraw-max]', () => {
  expect(faultsOf({ amount: '100.01' })).toEqual({
    amount: { kind: 'withdrawMaximum', amount: 100 },
  });
});

it.each(['0', '-5', 'abc', '1.001'])('cannot take %s for an amount', (amount) => {
  expect(faultsOf({ amount })).toEqual({ amount: { kind: 'amountInvalid' } });
});

it('takes comments of 1,000 characters and no more [v-generic-max]', () => {
  expect(faultsOf({ comments: 'x'.repeat(1_000) })).toEqual({});
  expect(faultsOf({ comments: 'x'.repeat(1_001) })).toEqual({
    comments: { kind: 'maximum', title: 'comments', n: 1_000 },
  });
});

it('wants amount, comments and the agreement [v-withdraw-amount] [v-withdraw-comments]', () => {
  expect(faultsOf({ amount: '', comments: ' ', agree: false })).toEqual({
    amount: { kind: 'required', title: 'amount' },
    comments: { kind: 'required', title: 'comments' },
    agree: { kind: 'fieldRequired' },
  });
});
