import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { checkWithdrawal } from './withdrawal-form.ts';

const GOOD = { amount: '100', comments: 'To my bank', agree: true };
const problemsOf = (changes: Partial<typeof GOOD>) =>
  checkWithdrawal({ ...GOOD, ...changes }, { maximumCents: cents(10_000), language: 'en' });

it('accepts the whole withdrawable amount, to the cent', () => {
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ amount: '100.00' })).toEqual({});
});

it('names the maximum [v-withdraw-max]', () => {
  expect(problemsOf({ amount: '100.01' })).toEqual({
    amount: { kind: 'withdrawMaximum', amount: 100 },
  });
});

it.each(['0', '-5', 'abc', '1.001'])('rejects %s as an amount', (amount) => {
  expect(problemsOf({ amount })).toEqual({ amount: { kind: 'amountInvalid' } });
});

it('accepts comments of up to 1,000 characters [v-generic-max]', () => {
  expect(problemsOf({ comments: 'x'.repeat(1_000) })).toEqual({});
  expect(problemsOf({ comments: 'x'.repeat(1_001) })).toEqual({
    comments: { kind: 'maximum', title: 'comments', n: 1_000 },
  });
});

it('requires amount, comments and the agreement [v-withdraw-amount] [v-withdraw-comments]', () => {
  expect(problemsOf({ amount: '', comments: ' ', agree: false })).toEqual({
    amount: { kind: 'required', title: 'amount' },
    comments: { kind: 'required', title: 'comments' },
    agree: { kind: 'fieldRequired' },
  });
});
