import { expect, it } from 'vitest';
import { checkDeposit, listChoices } from './deposit-form.ts';

const faultOf = (amount: string, language = 'en', maximum?: number) =>
  checkDeposit({ amount, method: '2' }, { language, maximum }).amount;

it('wants an amount [v-deposit-amount]', () => {
  expect(faultOf(' ')).toEqual({ kind: 'required', title: 'amount' });
});

it.each(['249.99', '0'])('takes %s for less than the minimum [v-deposit-min]', (amount) => {
  expect(faultOf(amount)).toEqual({ kind: 'depositMinimum' });
});

it.each(['-300', 'abc', '1e3', '250.001'])('asks for an amount instead of %s', (amount) => {
  expect(faultOf(amount)).toEqual({ kind: 'amountInvalid' });
});

it('names what an unverified customer may still deposit', () => {
  expect(faultOf('800', 'en', 799.5)).toEqual({ kind: 'depositMaximum', amount: 799.5 });
  expect(faultOf('799.50', 'en', 799.5)).toBeUndefined();
});

it.each([
  ['250', 'en'],
  ['1,000.50', 'en'],
  ['1.000,50', 'de'],
])('takes %s in %s', (amount, language) => {
  expect(faultOf(amount, language)).toBeUndefined();
});

it('wants a method, and offers one card for all providers', () => {
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
