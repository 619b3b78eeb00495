import { expect, it } from 'vitest';
import { listPayments } from './list-payments.ts';

const BANK = { id: 2, key: 'bank', title: 'Bank transfer' } as const;
const CARD = { id: 1, key: 'card', provider: 'paymaxis', title: 'Card' } as const;

it('names each configured way to pay once', () => {
  expect(listPayments([CARD, { ...CARD, provider: 'ikajo' }, BANK], [])).toEqual([
    { mark: 'card' },
    { mark: 'bank' },
  ]);
});

it('names the accepted cards, and none if cards are not accepted', () => {
  expect(listPayments([CARD, BANK], ['Visa', 'mastercard', 'bank'])).toEqual([
    { mark: 'card', title: 'Visa' },
    { mark: 'card', title: 'Mastercard' },
    { mark: 'bank' },
  ]);
  expect(listPayments([BANK], ['visa'])).toEqual([{ mark: 'bank' }]);
  expect(listPayments([], ['visa'])).toEqual([]);
});
