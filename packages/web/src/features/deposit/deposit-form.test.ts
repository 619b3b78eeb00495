import { expect, it } from 'vitest';
import { checkDeposit, listChoices } from './deposit-form.ts';

const problemOf = (amount: string, language = 'en', maximum?: number) =>
  checkDeposit({ amount, method: '2' }, { language, maximum }).amount;

it('requires an amount [v-deposit-amount]', () => {
  expect(problemOf(' ')).toEqual({ kind: 'required', title: 'amount' });
});

it.each(['249.99', '0'])('rejects %s as less than the minimum [v-deposit-min]', (amount) => {
  expect(problemOf(amount)).toEqual({ kind: 'depositMinimum' });
});

it.each(['-300', 'abc', '1e3', '250.001'])('asks for an amount instead of %s', (amount) => {
  expect(problemOf(amount)).toEqual({ kind: 'amountInvalid' });
});

it('names how much an unverified customer can still deposit', () => {
  expect(problemOf('800', 'en', 799.5)).toEqual({ kind: 'depositMaximum', amount: 799.5 });
  expect(problemOf('799.50', 'en', 799.5)).toBeUndefined();
});

it.each([
  ['250', 'en'],
  ['1,000.50', 'en'],
  ['1.000,50', 'de'],
])('accepts %s in %s', (amount, language) => {
  expect(problemOf(amount, language)).toBeUndefined();
});

it('requires a method, and offers one card option for all providers', () => {
  expect(
    checkDeposit({ amount: '250', method: '' }, { language: 'en', maximum: undefined }).method,
  ).toEqual({
    kind: 'fieldRequired',
  });
  const card = { id: 1, key: 'card', title: 'Card' } as const;
  const ikajo = { ...card, provider: 'ikajo' };
  const bank = { id: 2, key: 'bank', title: 'Bank transfer' } as const;
  expect(listChoices([ikajo, { ...card, provider: 'payway' }, bank])).toEqual([ikajo, bank]);
});
