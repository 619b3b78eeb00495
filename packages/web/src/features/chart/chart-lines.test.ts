import type { PriceAlert } from '@halyard/contract/price-alerts';
import type { Order } from '@halyard/contract/orders';
import type { Position } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import {
  alertLines,
  chartLines,
  orderLines,
  plannedLines,
  type PlannedOrder,
} from './chart-lines.ts';

const position: Position = {
  id: 7,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin / US Dollar',
  direction: 'sell',
  amount: 500,
  leverage: 2,
  open_rate: 80_000,
  open_date: '2026-11-20T09:00:00.000Z',
  closed_rate: null,
  close_date: null,
  take_profit: 70_000,
  stop_lost: 85_000,
  termination_rate: 120_000,
  profit: 0,
  financing: 0,
  protected: 0,
  closingReason: null,
};

const texts = {
  entry: ({ direction, amount }: Position) => `${direction} ${amount}`,
  order: ({ kind, amount }: Order) => `${kind} ${amount}`,
  plannedOrder: ({ direction, kind }: PlannedOrder) => `planned ${direction} ${kind}`,
  orderTag: { limit: 'Limit', stop: 'Stop' },
  stop: 'SL',
  target: 'TP',
  trail: 'TS',
  rate: String,
  planned: 'Your order',
  alert: 'Alert',
  alertSide: ({ side }: PriceAlert) => `on ${side}`,
};

it('draws entry, stop and target of the positions on the symbol', () => {
  const other = { ...position, id: 8, symbol: 'EURUSD' };
  expect(chartLines([position, other], 'BTCUSD', texts)).toEqual([
    {
      id: '7-entry',
      price: 80_000,
      label: 'sell 500',
      tag: undefined,
      axisLabel: undefined,
      tone: 'down',
    },
    {
      id: '7-stop_lost',
      price: 85_000,
      label: '',
      tag: 'SL',
      axisLabel: '85000',
      tone: 'down',
      level: { owner: 'position', id: 7, kind: 'stop' },
    },
    {
      id: '7-take_profit',
      price: 70_000,
      label: '',
      tag: 'TP',
      axisLabel: '70000',
      tone: 'up',
      level: { owner: 'position', id: 7, kind: 'target' },
    },
  ]);
});

it('draws the trailing stop at its current price, not draggable', () => {
  const trailing = { ...position, trailing_distance: 100, trailing_stop: 79_500 };
  expect(chartLines([trailing], 'BTCUSD', texts).at(-1)).toEqual({
    id: '7-trail',
    price: 79_500,
    label: '',
    tag: 'TS',
    axisLabel: '79500',
    tone: 'down',
  });
});

it('draws no line for a level that is not set', () => {
  const bare = { ...position, stop_lost: null, take_profit: null };
  expect(chartLines([bare], 'BTCUSD', texts)).toHaveLength(1);
});

const NOTHING_PLANNED = {
  price: undefined,
  order: undefined,
  stop: undefined,
  target: undefined,
} as const;

const order: Order = {
  id: 9,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin / US Dollar',
  kind: 'limit',
  direction: 'buy',
  amount: 100,
  leverage: 2,
  price: 75_000,
  stop_lost: 74_000,
  stop_distance: null,
  take_profit: null,
  profit_distance: 1_000,
  trailing_distance: null,
  expiry: 'gtc',
  expires_at: '2027-02-18T09:00:00.000Z',
  oco: null,
  placed_at: '2026-11-20T09:00:00.000Z',
  status: 'pending',
  ended_at: null,
  reason: null,
  position: null,
};

it('draws the price of a pending order, which can be dragged and cancelled, and its fixed levels', () => {
  const other = { ...order, id: 10, symbol: 'EURUSD' };
  expect(orderLines([order, other], 'BTCUSD', texts)).toEqual([
    {
      id: 'order-9-price',
      price: 75_000,
      label: 'limit 100',
      tag: 'Limit',
      axisLabel: '75000',
      tone: 'up',
      level: { owner: 'order', id: 9, kind: 'price' },
      cancels: 9,
    },
    {
      id: 'order-9-stop',
      price: 74_000,
      label: '',
      tag: 'SL',
      axisLabel: '74000',
      tone: 'down',
      level: { owner: 'order', id: 9, kind: 'stop' },
    },
  ]);
});

it('draws the entered price of a new entry order', () => {
  const planned = { ...NOTHING_PLANNED, price: 70_000 };
  expect(plannedLines(planned, texts)).toEqual([]);
  expect(plannedLines({ ...planned, order: { direction: 'sell', kind: 'stop' } }, texts)).toEqual([
    {
      id: 'ticket-price',
      price: 70_000,
      label: 'planned sell stop',
      tag: 'Stop',
      axisLabel: '70000',
      tone: 'down',
      level: { owner: 'ticket', kind: 'price' },
    },
  ]);
});

it('draws the entered levels of a new order', () => {
  expect(plannedLines({ ...NOTHING_PLANNED, target: 70_000 }, texts)).toEqual([
    {
      id: 'ticket-target',
      price: 70_000,
      label: 'Your order',
      tag: 'TP',
      axisLabel: '70000',
      tone: 'up',
      level: { owner: 'ticket', kind: 'target' },
    },
  ]);
});

it('draws price alerts in a neutral colour', () => {
  const alert: PriceAlert = {
    id: 3,
    symbol: 'BTCUSD',
    side: 'buy',
    sense: 'rises',
    rate: 90_000,
    created_at: '2026-11-20T09:00:00.000Z',
    fired_at: null,
    fired_rate: null,
  };
  expect(alertLines([alert], texts)).toEqual([
    {
      id: 'alert-3',
      price: 90_000,
      label: 'on buy',
      tag: 'Alert',
      axisLabel: '90000',
      tone: 'muted',
    },
  ]);
});
