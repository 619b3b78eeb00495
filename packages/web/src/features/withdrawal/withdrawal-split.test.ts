import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { splitWithdrawal } from './withdrawal-split.ts';

const card = { type_id: 1, provider: 'paymaxis', amount: 300 };
const other = { type_id: 3, provider: null, amount: 7.5 };
const split = (amount: number, fee = 0) =>
  splitWithdrawal(cents(amount), { fee, sources: [card, other] });

it('pays back to the sources in order, and the rest to a bank account', () => {
  expect(split(20_000)?.parts).toEqual([{ source: card, amountCents: 20_000 }]);
  expect(split(40_000)?.parts).toEqual([
    { source: card, amountCents: 30_000 },
    { source: other, amountCents: 750 },
    { source: undefined, amountCents: 9_250 },
  ]);
  expect(splitWithdrawal(cents(500), { fee: 0, sources: [] })?.parts).toEqual([
    { source: undefined, amountCents: 500 },
  ]);
});

it('deducts the fee first', () => {
  expect(split(10_000, 2.5)).toEqual({
    feeCents: 250,
    paidCents: 9_750,
    parts: [{ source: card, amountCents: 9_750 }],
  });
  expect(split(250, 2.5)).toBeUndefined();
});
