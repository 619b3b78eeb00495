import type { BalanceFigures } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { amountMaximum, type ErrorInput, ticketErrors } from './ticket-errors.ts';
import { EMPTY_TICKET } from './ticket-form.ts';

const figures: BalanceFigures = {
  balance: 1_000,
  profit: 0,
  equity: 1_000,
  free_margin: 800,
  invested: 200,
  margin_level: 500,
  withdrawable: 800,
  credit: 0,
  debt: 0,
};

const valid: ErrorInput = {
  form: { ...EMPTY_TICKET, amountText: '100' },
  language: 'en',
  leverage: 2,
  asset: { symbol: 'BTCUSD', decimals: 2, min_amount: 1, max_amount: 100_000, protection: null },
  figures,
  quote: { sell: 100, buy: 101, ts: 0, state: 'live' },
  nowMs: 0,
};

const withAmount = (amountText: string, losing = figures): ErrorInput => ({
  ...valid,
  form: { ...valid.form, amountText },
  figures: losing,
});

it('finds no error in a valid order', () => {
  expect(ticketErrors(valid)).toEqual([]);
});

it('requires an amount and a leverage [v-trade-amount-required] [v-trade-leverage-required]', () => {
  expect(ticketErrors(withAmount(' '))).toEqual([{ field: 'amount', code: 'amount-required' }]);
  expect(ticketErrors({ ...valid, leverage: undefined })).toEqual([
    { field: 'leverage', code: 'leverage-required' },
  ]);
});

it('refuses an amount under 1 and accepts 1 [v-trade-amount-min]', () => {
  expect(ticketErrors(withAmount('0.99'))).toEqual([
    { field: 'amount', code: 'amount-too-small', minimum: 1 },
  ]);
  expect(ticketErrors(withAmount('1'))).toEqual([]);
});

it('accepts at most the free margin, inclusive [v-trade-amount-max] [v-trade-margin]', () => {
  expect(ticketErrors(withAmount('800.01'))).toEqual([
    { field: 'amount', code: 'amount-too-large', maximum: 800 },
  ]);
  expect(ticketErrors(withAmount('800'))).toEqual([]);
  const negative = { ...figures, free_margin: -5 };
  expect(ticketErrors(withAmount('1', negative))[0]).toMatchObject({ maximum: 0 });
});

it('counts open losses and not open gains', () => {
  const losing = { ...figures, profit: -100, equity: 900 };
  expect(ticketErrors(withAmount('700', losing))).toEqual([]);
  expect(ticketErrors(withAmount('700.01', losing))).toEqual([
    { field: 'amount', code: 'open-losses', available: 700 },
  ]);
  expect(amountMaximum(losing, valid.asset, 2)).toBe(700);
  expect(amountMaximum({ ...figures, equity: 5_000 }, valid.asset, 2)).toBe(800);
  expect(amountMaximum(figures, { max_amount: 50, protection: null }, 2)).toBe(50);
  expect(amountMaximum({ ...figures, equity: -5 }, valid.asset, 2)).toBe(0);
});

it('requires free margin for the guaranteed-stop premium, too', () => {
  // By hand: a premium of 0.5 % of 10 × the margin is 5 % of it: 761.90 + 38.10 = 800.00; one cent
  // more needs 800.01.
  const asset = { ...valid.asset, protection: { fee_percent: 0.5 } };
  expect(amountMaximum(figures, asset, 10)).toBe(761.9);
  const order = { ...withAmount('761.91'), asset, leverage: 10 };
  expect(ticketErrors(order)).toEqual([
    { field: 'amount', code: 'amount-too-large', maximum: 761.9 },
  ]);
});

it("has the asset's own maximum after the margin", () => {
  const small = { ...valid, asset: { ...valid.asset, max_amount: 50 } };
  expect(ticketErrors(small)).toEqual([{ field: 'amount', code: 'amount-too-large', maximum: 50 }]);
});

it('reports an unreadable amount', () => {
  expect(ticketErrors(withAmount('1.000'))).toEqual([
    { field: 'amount', code: 'amount-unreadable' },
  ]);
});

it.each([
  ['buy', { stopText: '100.01' }, 'stop', 'stop-invalid', 'higher', 100],
  ['buy', { targetText: '99.99' }, 'target', 'target-invalid', 'lower', 100],
  ['sell', { stopText: '100.99' }, 'stop', 'stop-invalid', 'lower', 101],
  ['sell', { targetText: '101.01' }, 'target', 'target-invalid', 'higher', 101],
] as const)('places the levels of a %s with %j', (direction, texts, field, code, side, limit) => {
  const form = { ...valid.form, direction, ...texts };
  expect(ticketErrors({ ...valid, form })).toEqual([{ field, code, side, limit }]);
});

it('accepts levels at the price itself, and empty ones', () => {
  const form = { ...valid.form, stopText: '100', targetText: '100' };
  expect(ticketErrors({ ...valid, form })).toEqual([]);
});

it('reports a level that is unreadable or too precise', () => {
  const form = { ...valid.form, stopText: 'x', targetText: '110.123' };
  expect(ticketErrors({ ...valid, form })).toEqual([
    { field: 'stop', code: 'level-unreadable' },
    { field: 'target', code: 'level-unreadable' },
  ]);
});

it('validates an entry order by its own price, and checks the free margin when it triggers', () => {
  const entry = { kind: 'limit', amountText: '100000', priceText: '95' } as const;
  expect(ticketErrors({ ...valid, form: { ...valid.form, ...entry } })).toEqual([]);
  const tooLarge = { ...valid.form, ...entry, amountText: '100000.01', priceText: '' };
  expect(ticketErrors({ ...valid, form: tooLarge })).toEqual([
    { field: 'amount', code: 'amount-too-large', maximum: 100_000 },
    { field: 'price', code: 'price-required' },
  ]);
});

it('requires a guaranteed stop to be 0.1 % from the price', () => {
  const asset = { ...valid.asset, protection: { fee_percent: 0 } };
  const at = (stopText: string) =>
    ticketErrors({ ...valid, asset, form: { ...valid.form, stopText } });
  expect(at('99.90')).toEqual([]);
  expect(at('99.91')).toEqual([
    { field: 'stop', code: 'stop-invalid', side: 'higher', limit: 99.9 },
  ]);
});

it('validates relative levels by their resulting price', () => {
  const levels = (form: Partial<ErrorInput['form']>): ErrorInput => ({
    ...valid,
    form: { ...valid.form, ...form },
  });
  expect(ticketErrors(levels({ stopText: '5', stopUnit: 'percent' }))).toEqual([]);
  // All of € 200 and more can't be lost above a price of zero.
  expect(ticketErrors(levels({ stopText: '201', stopUnit: 'money' }))).toEqual([
    { field: 'stop', code: 'level-unreadable' },
  ]);
  // A stop within the spread lies above the price at which the position would close.
  expect(ticketErrors(levels({ stopText: '0.01', stopUnit: 'distance' }))).toMatchObject([
    { field: 'stop', code: 'stop-invalid' },
  ]);
});

it('accepts a trailing stop with a stop loss, and none with a guaranteed stop', () => {
  const trailing = (asset: object): ErrorInput => ({
    ...valid,
    form: { ...valid.form, trailText: '1', stopText: '95' },
    asset: { ...valid.asset, ...asset },
  });
  expect(ticketErrors(trailing({}))).toEqual([]);
  expect(ticketErrors(trailing({ protection: { fee_percent: 1 } }))).toEqual([
    { field: 'trail', code: 'trail-unavailable' },
  ]);
});
