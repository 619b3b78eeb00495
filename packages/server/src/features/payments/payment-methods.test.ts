import { expect, it } from 'vitest';
import { listPaymentMethods } from './payment-methods.ts';

it('offers no card while no provider is configured, and the other methods by their ids [k-method-ids] [k-card-configured]', () => {
  const offered = listPaymentMethods([]).map(({ id, key }) => [id, key]);
  expect(offered).toEqual([
    [2, 'bank'],
    [3, 'alternative'],
    [9, 'titan'],
  ]);
});

it('offers a card once for each configured provider [k-method-ids] [k-card-configured]', () => {
  const offered = listPaymentMethods([
    { id: 'paymaxis', title: 'Paymaxis' },
    { id: 'ikajo', title: 'Ikajo' },
  ]);
  expect(offered.slice(0, 2)).toEqual([
    { id: 1, key: 'card', provider: 'paymaxis', title: 'Paymaxis' },
    { id: 1, key: 'card', provider: 'ikajo', title: 'Ikajo' },
  ]);
  expect(offered.slice(2).map(({ key }) => key)).toEqual(['bank', 'alternative', 'titan']);
});
