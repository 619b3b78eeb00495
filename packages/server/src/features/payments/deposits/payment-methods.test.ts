import { expect, it } from 'vitest';
import { listPaymentMethods } from './payment-methods.ts';

const ALL = {
  depositMethods: ['titan', 'bank', 'alternative'],
  providerOrder: [],
} as const;
const PROVIDERS = [
  { id: 'paymaxis', title: 'Paymaxis' },
  { id: 'ikajo', title: 'Ikajo' },
  { id: 'payway', title: 'PayWay' },
];

it('offers no card while no provider is configured, and the other methods by their ids [k-method-ids] [k-card-configured]', () => {
  const offered = listPaymentMethods([], ALL).map(({ id, key }) => [id, key]);
  expect(offered).toEqual([
    [2, 'bank'],
    [3, 'alternative'],
    [9, 'titan'],
  ]);
});

it('offers only the methods that the operator has switched on', () => {
  const offered = listPaymentMethods([], { ...ALL, depositMethods: ['titan'] });
  expect(offered.map(({ key }) => key)).toEqual(['titan']);
});

it('offers a card for each configured provider, in the order of the operator [k-method-ids] [k-card-configured]', () => {
  const settings = { depositMethods: ['bank'], providerOrder: ['ikajo'] } as const;
  const offered = listPaymentMethods(PROVIDERS, settings);
  expect(offered[0]).toEqual({ id: 1, key: 'card', provider: 'ikajo', title: 'Ikajo' });
  expect(offered.map(({ provider }) => provider)).toEqual([
    'ikajo',
    'paymaxis',
    'payway',
    undefined,
  ]);
});
