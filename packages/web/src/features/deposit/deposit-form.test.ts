import { expect, it } from 'vitest';
import { checkDeposit, methodKey } from './deposit-form.ts';

const faultOf = (amount: string, language = 'en') =>
  checkDeposit({ amount, method: '2' }, language).amount;

it('wants an amount [v-deposit-amount]', () => {
  expect(faultOf(' ')).toEqual({ kind: 'required', title: 'amount' });
});

it.each(['249.99', '0', '-300', 'abc', '1e3', '250.001'])(
  'takes %s for less than the minimum [v-deposit-min]',
  (amount) => {
    expect(faultOf(amount)).toEqual({ kind: 'depositMinimum' });
  },
);

it.each([
  ['250', 'en'],
  ['1,000.50', 'en'],
  ['1.000,50', 'de'],
])('takes %s in %s', (amount, language) => {
  expect(faultOf(amount, language)).toBeUndefined();
});

it('wants a method, and tells the providers of cards apart', () => {
  expect(checkDeposit({ amount: '250', method: '' }, 'en').method).toEqual({
    kind: 'fieldRequired',
  });
  const card = { id: 1, key: 'card', title: 'Card' } as const;
  expect(methodKey({ ...card, provider: 'ikajo' })).not.toBe(
    methodKey({ ...card, provider: 'payway' }),
  );
});
