import type { Asset } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { allowedLeverages, ticketBlock } from './ticket-access.ts';
import { changeTicket, EMPTY_TICKET, usableLeverage } from './ticket-form.ts';

const asset: Asset = {
  id: 1,
  name: 'Bitcoin / US Dollar',
  symbol: 'BTCUSD',
  code: 'BINANCE:BTCUSDT',
  asset_category_id: 3,
  position_assets_category: { name: 'crypto', leverage: '1,2' },
  decimals: 2,
  min_amount: 1,
  max_amount: 1000,
  financing: { buy: 0, sell: 0 },
  protection: null,
  gap_percent: null,
  state: 'live',
  session: { open: true, next_open: null, next_close: null },
};

const customer = {
  assets_group_permission: [1, 3],
  custom_leverage: { crypto: [0, 1, 7] },
  verified_account: true,
};

it('offers the listed leverages that are permitted [p-leverage-options]', () => {
  expect(allowedLeverages(asset, customer)).toEqual([1, 2]);
  expect(allowedLeverages(asset, { ...customer, custom_leverage: { crypto: [1] } })).toEqual([2]);
  expect(allowedLeverages(asset, { ...customer, custom_leverage: {} })).toEqual([]);
});

it('checks in the order of the server [v-trade-no-access] [v-trade-not-verified] [v-trade-no-price]', () => {
  const stranger = { ...customer, assets_group_permission: [1], verified_account: false };
  expect(ticketBlock(asset, stranger, { isLive: false, isPaused: false, isPractice: false })).toBe(
    'no-access',
  );
  expect(
    ticketBlock(
      asset,
      { ...customer, custom_leverage: { forex: [0] } },
      { isLive: true, isPaused: false, isPractice: false },
    ),
  ).toBe('no-access');
  expect(
    ticketBlock(
      asset,
      { ...customer, verified_account: false },
      { isLive: false, isPaused: false, isPractice: false },
    ),
  ).toBe('not-verified');
  expect(ticketBlock(asset, customer, { isLive: false, isPaused: false, isPractice: false })).toBe(
    'price-unavailable',
  );
  expect(
    ticketBlock(asset, customer, { isLive: true, isPaused: false, isPractice: false }),
  ).toBeUndefined();
  expect(ticketBlock(asset, customer, { isLive: true, isPaused: true, isPractice: false })).toBe(
    'prices-paused',
  );
  expect(ticketBlock(asset, customer, { isLive: false, isPaused: true, isPractice: false })).toBe(
    'price-unavailable',
  );
});

it('needs no verification on the practice account', () => {
  const newcomer = { ...customer, verified_account: false };
  const practice = { isLive: true, isPaused: false, isPractice: true };
  expect(ticketBlock(asset, newcomer, practice)).toBeUndefined();
});

it('keeps the chosen leverage if allowed, else uses the next lower one', () => {
  expect(usableLeverage(2, [1, 2, 3])).toBe(2);
  expect(usableLeverage(30, [1, 2, 3])).toBe(3);
  expect(usableLeverage(1, [2, 3])).toBe(2);
  expect(usableLeverage(1, [])).toBeUndefined();
});

it('keeps everything but the levels when the symbol changes', () => {
  const filled = { ...EMPTY_TICKET, amountText: '5', leverage: 3, stopText: '1', targetText: '2' };
  expect(changeTicket(filled, { kind: 'symbol' })).toEqual({
    ...filled,
    stopText: '',
    targetText: '',
  });
});
