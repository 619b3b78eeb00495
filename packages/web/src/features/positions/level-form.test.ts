import { type Asset, type Position, UpdatePositionMessage } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import {
  formProblem,
  type LevelForm,
  levelTexts,
  outcomeAtText,
  updateMessage,
} from './level-form.ts';

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

const position: Position = {
  id: 7,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin / US Dollar',
  direction: 'buy',
  amount: 500,
  leverage: 2,
  open_rate: 80_000,
  open_date: '2026-11-20T09:00:00.000Z',
  closed_rate: null,
  close_date: null,
  take_profit: 90_000.5,
  stop_lost: null,
  termination_rate: 40_000,
  profit: 0,
  financing: 0,
  protected: 0,
  closingReason: null,
};

const form: LevelForm = {
  position,
  asset,
  texts: { stop: '76000', target: '' },
  language: 'en',
  quote: { sell: 82_000, buy: 82_020, ts: 0, state: 'closed' },
};

it('starts with the current levels in input format', () => {
  expect(levelTexts(position, asset, 'en')).toEqual({ stop: '', target: '90000.50' });
  expect(levelTexts(position, asset, 'de')).toEqual({ stop: '', target: '90000,50' });
});

it('computes the profit at a typed level: 1000 × (76000 − 80000) ÷ 80000 = −50', () => {
  expect(outcomeAtText(form, 'stop')).toEqual({ profit: -50, stopOutRate: undefined });
  expect(outcomeAtText(form, 'target')).toBeUndefined();
});

it('limits the loss at a stop to the earlier stop-out', () => {
  const far = { ...form, texts: { stop: '30000', target: '' } };
  expect(outcomeAtText(far, 'stop')).toEqual({ profit: -500, stopOutRate: 40_000 });
  const sold = { ...position, direction: 'sell', termination_rate: 120_000 } as const;
  const above = { ...far, position: sold, texts: { stop: '130000', target: '' } };
  expect(outcomeAtText(above, 'stop')).toEqual({ profit: -500, stopOutRate: 120_000 });
});

it('sends both levels, an empty one as null [c-emit-update]', () => {
  const message = updateMessage(form);
  expect(message).toEqual({ id: 7, stop_lost: 76_000, take_profit: null });
  expect(UpdatePositionMessage.safeParse(message).success).toBe(true);
});

it('sends nothing while a level is invalid [v-sltp-only-valid]', () => {
  const above = { ...form, texts: { stop: '82000.01', target: '' } };
  expect(formProblem(above, 'stop')).toEqual({
    code: 'stop-invalid',
    side: 'higher',
    limit: 82_000,
  });
  expect(updateMessage(above)).toBeUndefined();
  const below = { ...form, texts: { stop: '', target: '81999.99' } };
  expect(updateMessage(below)).toBeUndefined();
});

it('measures levels from the entry, and sends the trailing stop only when it changes', () => {
  const measured: LevelForm = {
    ...form,
    texts: { stop: '50', target: '12.5' },
    units: { stop: 'money', target: 'percent' },
    trailText: '',
  };
  // € 50 of € 1,000 are five percent of 80,000.
  const levels = { id: 7, stop_lost: 76_000, take_profit: 90_000 };
  expect(updateMessage(measured)).toEqual(levels);
  const trailing = updateMessage({ ...measured, trailText: '1000' });
  expect(trailing).toEqual({ ...levels, trailing_distance: 1_000 });
  expect(UpdatePositionMessage.safeParse(trailing).success).toBe(true);
  const trails = { ...measured, position: { ...position, trailing_distance: 1_000 } };
  expect(updateMessage({ ...trails, trailText: '1000.00' })).toEqual(levels);
  expect(updateMessage(trails)).toEqual({ ...levels, trailing_distance: null });
  // 0.1 % of 82,000 is the nearest.
  expect(updateMessage({ ...measured, trailText: '81.99' })).toBeUndefined();
});
