import { PlaceOrderMessage } from '@halyard/contract/orders';
import { ORDER_LIFE_MS } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import {
  EMPTY_TERMS,
  levelPrice,
  orderTermsProblems,
  type OrderTermsForm,
  orderTermsForm,
  orderTermsMessage,
  type TermsContext,
  writeLocalTime,
} from './order-terms.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 12);

const context: TermsContext = {
  kind: 'limit',
  direction: 'buy',
  asset: { symbol: 'BTCUSD', decimals: 2 },
  // By hand: a buy fills at 40,010.20 × 1.00025 = 40,020.20, a sell at 40,000.00 × 0.99975 =
  // 39,990.00.
  quote: { sell: 40_000, buy: 40_010.2, ts: 0, state: 'closed' },
  language: 'en',
  isGuaranteed: false,
  nowMs: NOW_MS,
};
const reading = { language: 'en', decimals: 2 };

function form(change: Partial<OrderTermsForm>): OrderTermsForm {
  return { ...EMPTY_TERMS, priceText: '39,000', ...change };
}

it.each([
  ['limit', 'buy', '40020.20', { side: 'lower', limit: 40_020.2 }],
  ['limit', 'buy', '40020.19', undefined],
  ['limit', 'sell', '39990', { side: 'higher', limit: 39_990 }],
  ['limit', 'sell', '39990.01', undefined],
  ['stop', 'buy', '40010.20', { side: 'higher', limit: 40_010.2 }],
  ['stop', 'buy', '40010.21', undefined],
  ['stop', 'sell', '40000', { side: 'lower', limit: 40_000 }],
  ['stop', 'sell', '39999.99', undefined],
] as const)(
  'validates the price of a %s order to %s at %s',
  (kind, direction, priceText, problem) => {
    expect(orderTermsProblems(form({ priceText }), { ...context, kind, direction })).toEqual(
      problem === undefined ? [] : [{ field: 'price', code: 'order-price-invalid', ...problem }],
    );
  },
);

it('requires the price, and date and time for an expiry', () => {
  const empty = form({ priceText: ' ', expiry: 'gtd' });
  expect(orderTermsProblems(empty, context)).toEqual([
    { field: 'price', code: 'price-required' },
    { field: 'expiry', code: 'expiry-required' },
  ]);
  expect(orderTermsProblems(form({ priceText: '1.234' }), context)).toEqual([
    { field: 'price', code: 'level-unreadable' },
  ]);
});

it('validates levels by the order price, also distances', () => {
  const beyond = form({ stopText: '39000.01', targetText: '38,999.99' });
  expect(orderTermsProblems(beyond, context)).toEqual([
    { field: 'stop', code: 'stop-invalid', side: 'higher', limit: 39_000 },
    { field: 'target', code: 'target-invalid', side: 'lower', limit: 39_000 },
  ]);
  const distances = { stopUnit: 'distance', targetUnit: 'distance' } as const;
  expect(
    orderTermsProblems(form({ ...distances, stopText: '500', targetText: '500' }), context),
  ).toEqual([]);
  // A distance of 39,000 from 39,000 gives zero, which is not a valid price.
  expect(orderTermsProblems(form({ ...distances, stopText: '39000' }), context)).toMatchObject([
    { field: 'stop', code: 'stop-invalid' },
  ]);
});

it('requires a guaranteed stop to be 0.1 % from the order price', () => {
  const guaranteed = { ...context, isGuaranteed: true };
  expect(orderTermsProblems(form({ stopText: '38961' }), guaranteed)).toEqual([]);
  expect(orderTermsProblems(form({ stopText: '38961.01' }), guaranteed)).toEqual([
    { field: 'stop', code: 'stop-invalid', side: 'higher', limit: 38_961 },
  ]);
});

it('lets an order expire within 90 days and not before now', () => {
  const at = (atMs: number) => form({ expiry: 'gtd', expiresText: writeLocalTime(atMs) });
  const problem = { field: 'expiry', code: 'order-expiry-invalid', days: 90 };
  expect(orderTermsProblems(at(NOW_MS), context)).toEqual([problem]);
  expect(orderTermsProblems(at(NOW_MS + 60_000), context)).toEqual([]);
  expect(orderTermsProblems(at(NOW_MS + ORDER_LIFE_MS + 60_000), context)).toEqual([problem]);
});

it('measures a level from the fill price', () => {
  const buy = { ...reading, direction: 'buy', amountCents: cents(10_000), leverage: 2 } as const;
  const fillPoints = points(3_950_000);
  const distance = form({ stopText: '500', stopUnit: 'distance' });
  expect(levelPrice(distance, 'stop', { ...buy, fillPoints })).toBe(3_900_000);
  const percent = form({ targetText: '2', targetUnit: 'percent' });
  expect(levelPrice(percent, 'target', { ...buy, fillPoints })).toBe(4_029_000);
});

it('sends a percentage or money as a distance, and rejects prices below zero', () => {
  const sized = { ...context, ...reading, amountCents: cents(10_000), leverage: 2 };
  // € 2 of € 200 are one percent of 39,000.
  const typed = form({
    stopText: '2',
    stopUnit: 'money',
    targetText: '0.5',
    targetUnit: 'percent',
  });
  expect(orderTermsProblems(typed, sized)).toEqual([]);
  expect(orderTermsMessage(typed, sized)).toMatchObject({
    stop_lost: null,
    stop_distance: 390,
    profit_distance: 195,
  });
  const all = form({ stopText: '200', stopUnit: 'money' });
  expect(orderTermsProblems(all, sized)).toMatchObject([{ field: 'stop', code: 'stop-invalid' }]);
});

it('accepts a trailing stop or a stop loss, not both', () => {
  const trailing = form({ trailText: '250.5' });
  expect(orderTermsProblems(trailing, context)).toEqual([]);
  const message = orderTermsMessage(trailing, { ...reading, direction: 'buy' });
  expect(message).toMatchObject({ stop_lost: null, trailing_distance: 250.5 });
  const both = form({ trailText: '250.5', stopText: '38000' });
  expect(orderTermsProblems(both, context)).toEqual([
    { field: 'trail', code: 'trail-unavailable' },
  ]);
  // 0.1 % of 39,000 is the nearest.
  expect(orderTermsProblems(form({ trailText: '38.99' }), context)).toMatchObject([
    { field: 'trail', code: 'trail-invalid', minimum: 39 },
  ]);
});

it('sends what the contract accepts, and restores the form from an order', () => {
  const filled = form({
    stopText: '500',
    stopUnit: 'distance',
    targetText: '41,000',
    expiry: 'gtd',
    expiresText: writeLocalTime(NOW_MS),
  });
  const message = orderTermsMessage(filled, { ...reading, direction: 'buy' });
  expect(message).toEqual({
    price: 39_000,
    stop_lost: null,
    stop_distance: 500,
    take_profit: 41_000,
    profit_distance: null,
    trailing_distance: null,
    expiry: 'gtd',
    expires_at: new Date(NOW_MS).toISOString(),
  });
  const rest = { dataUser: 'x'.repeat(64), kind: 'limit', symbol: 'BTCUSD', direction: 'buy' };
  const sent = { ...rest, ...message, amount: 100, leverage: 2 };
  expect(PlaceOrderMessage.safeParse(sent).error).toBeUndefined();
  const order = { ...message, expires_at: new Date(NOW_MS).toISOString() };
  const shown = {
    ...order,
    id: 1,
    symbol: 'BTCUSD',
    symbolName: 'Bitcoin',
    kind: 'limit',
    direction: 'buy',
    amount: 100,
    leverage: 2,
    price: 39_000,
    trailing_distance: null,
    oco: null,
    placed_at: '2026-11-20T09:00:00.000Z',
    status: 'pending',
    ended_at: null,
    reason: null,
    position: null,
  } as const;
  expect(orderTermsForm(shown, reading)).toEqual({
    ...filled,
    priceText: '39000.00',
    stopText: '500.00',
    targetText: '41000.00',
  });
});
