import { beforeEach, expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { DAY_MS, MINUTE_MS } from '#time/time.ts';
import type { Event } from '../event.ts';
import { createTestEngine, START_MS, TERMS, type TestEngine } from '../testing/test-engine.ts';
import { listTriggered, ORDER_LIFE_MS, ORDERS_PER_ACCOUNT_MAX } from './orders.ts';
import type { PlaceOrder } from '../order-commands.ts';

type OrderRequest = Partial<Omit<PlaceOrder, 'points' | 'stopPoints' | 'amountCents'>> & {
  readonly points: number;
  readonly stopPoints?: number;
  readonly amountCents?: number;
};

/** The spread of this file's quotes, in points. */
const SPREAD = 8;

let engine: TestEngine;
beforeEach(() => {
  engine = prepare();
});

/** EURUSD 1.15150 / 1.15158: a buy fills at 1.15187, a sell at 1.15121. */
function prepare(terms: Partial<typeof TERMS> = {}): TestEngine {
  const made = createTestEngine();
  made.addAccount(100_000, terms);
  made.tick('EURUSD', 115_150, 115_158);
  made.tick('BTCUSD', 9_700_000, 9_701_250);
  return made;
}

function commandOf(request: OrderRequest): PlaceOrder {
  const { points: price, stopPoints, amountCents = 10_000, ...rest } = request;
  return {
    kind: 'place-order',
    accountId: 1,
    atMs: engine.clock.nowMs,
    symbol: 'EURUSD',
    direction: 'buy',
    orderKind: 'limit',
    leverage: 30,
    stopDistance: null,
    targetPoints: null,
    targetDistance: null,
    expiry: 'gtc',
    expiresAtMs: null,
    ocoId: null,
    ...rest,
    amountCents: cents(amountCents),
    points: points(price),
    stopPoints: stopPoints === undefined ? null : points(stopPoints),
  };
}

function place(request: OrderRequest): number {
  const decision = engine.run(commandOf(request));
  const [event] = decision.kind === 'decided' ? decision.events : [];
  if (event?.kind !== 'order-placed') throw new Error(JSON.stringify(decision));
  return event.order.id;
}

function codeOf(request: OrderRequest): unknown {
  const decision = engine.run(commandOf(request));
  return 'rejection' in decision ? [decision.rejection.code, decision.rejection.facts] : decision;
}

/** Accepts a quote and triggers orders as the engine's runner does. */
function quote(sell: number, buy: number, symbol = 'EURUSD'): readonly Event[] {
  const closes = engine.tick(symbol, sell, buy);
  const { nowMs: atMs } = engine.clock;
  const fills = listTriggered(engine.state, symbol, atMs).flatMap(({ id: orderId, accountId }) => {
    const decision = engine.run({ kind: 'trigger-order', accountId, atMs, orderId });
    return decision.kind === 'decided' ? decision.events : [];
  });
  return [...closes, ...fills];
}

function endsOf(events: readonly Event[]): readonly unknown[] {
  return events.flatMap((event) =>
    event.kind === 'order-ended' ? [[event.order.id, event.end.outcome, event.end.reason]] : [],
  );
}

// A buy limit order is compared with the ask including the mark-up of 0.025 %: 1.14971 × 1.00025 =
// 1.14999….
it.each([
  {
    direction: 'buy',
    orderKind: 'limit',
    price: 115_000,
    before: 114_964,
    at: 114_963,
    fill: 115_000,
  },
  {
    direction: 'sell',
    orderKind: 'limit',
    price: 115_500,
    before: 115_528,
    at: 115_529,
    fill: 115_500,
  },
  {
    direction: 'buy',
    orderKind: 'stop',
    price: 115_300,
    before: 115_291,
    at: 115_292,
    fill: 115_329,
  },
  {
    direction: 'sell',
    orderKind: 'stop',
    price: 115_000,
    before: 115_001,
    at: 115_000,
    fill: 114_971,
  },
] as const)('fills a $direction $orderKind order where the rules say', (row) => {
  const { direction, orderKind, price, before, at: sell, fill } = row;
  const buy = sell + SPREAD;
  const id = place({ direction, orderKind, points: price });
  expect(quote(before, before + SPREAD)).toEqual([]);
  const [opened, ended] = quote(sell, buy);
  expect(opened).toMatchObject({
    kind: 'position-opened',
    position: { direction, openPoints: fill, amountCents: 10_000, leverage: 30 },
    requestedPoints: price,
  });
  expect(ended).toMatchObject({
    kind: 'order-ended',
    order: { id },
    end: { outcome: 'filled', positionId: 1, quote: { bidPoints: sell, askPoints: buy } },
  });
  expect(engine.account().orders.size).toBe(0);
  expect(quote(sell, buy)).toEqual([]);
});

it('fills a stop order at the price after a gap, and a limit order at the better price', () => {
  place({ orderKind: 'stop', points: 115_300 });
  place({ direction: 'sell', orderKind: 'limit', points: 115_500, symbol: 'EURUSD' });
  const events = quote(116_000, 116_008);
  const fills = events.flatMap((one) =>
    one.kind === 'position-opened' ? [one.position.openPoints] : [],
  );
  // 116,008 × 1.00025 = 116,037.002 and 116,000 × 0.99975 = 115,971.
  expect(fills).toEqual([116_037, 115_971]);
});

it('gives the position levels by price, or by distance from the fill', () => {
  place({ points: 115_000, stopPoints: 114_500, targetDistance: points(700) });
  const [opened] = quote(114_900, 114_908);
  // The fill is 114,908 × 1.00025 = 114,936.7 points, and the take profit lies 700 points above it.
  expect(opened).toMatchObject({
    position: { openPoints: 114_937, stopPoints: 114_500, targetPoints: 115_637 },
  });
});

it('checks the rejections in the documented order', () => {
  const { symbol: _symbol, ...none } = { symbol: '', points: 115_000 };
  expect(codeOf({ ...none, accountId: 7 })).toEqual(['not-found', { account: 7 }]);
  expect(codeOf({ ...none, symbol: 'NONE' })).toEqual(['not-found', { symbol: 'NONE' }]);
  expect(codeOf({ ...none, leverage: 31 })).toMatchObject(['leverage-invalid', {}]);
  expect(codeOf({ ...none, amountCents: 0 })).toMatchObject(['amount-too-small', {}]);
  const huge = { ...none, amountCents: 100_000_001 };
  expect(codeOf(huge)).toEqual(['amount-too-large', { maximum: 1_000_000 }]);
  expect(codeOf({ ...none, symbol: 'AAPL', leverage: 5 })).toMatchObject(['price-unavailable', {}]);
  // A buy limit at the ask including mark-up would fill at once, so it is rejected.
  expect(codeOf({ points: 115_187 })).toEqual([
    'order-price-invalid',
    { side: 'lower', limit: 1.15187 },
  ]);
  expect(codeOf({ orderKind: 'stop', points: 115_158 })).toEqual([
    'order-price-invalid',
    { side: 'higher', limit: 1.15158 },
  ]);
  expect(codeOf({ points: 115_000, stopPoints: 115_001 })).toMatchObject(['stop-invalid', {}]);
  expect(codeOf({ points: 115_000, stopDistance: points(200_000) })).toMatchObject([
    'stop-invalid',
    {},
  ]);
  expect(codeOf({ points: 115_000, targetPoints: points(114_999) })).toMatchObject([
    'target-invalid',
    {},
  ]);
  for (const expiresAtMs of [START_MS, START_MS + ORDER_LIFE_MS + 1, Number.NaN]) {
    expect(codeOf({ points: 115_000, expiresAtMs })).toEqual([
      'order-expiry-invalid',
      { days: 90 },
    ]);
  }
  expect(codeOf({ points: 115_000, ocoId: 9 })).toEqual(['not-found', { order: 9 }]);
});

it('limits the pending orders of an account', () => {
  for (let count = 0; count < ORDERS_PER_ACCOUNT_MAX; count += 1) place({ points: 115_000 });
  expect(codeOf({ points: 115_000 })).toEqual(['too-many-orders', { maximum: 100 }]);
});

it('cancels the other of a pair when one fills, the lower id first', () => {
  const first = place({ points: 115_000 });
  const second = place({ orderKind: 'stop', points: 115_300, ocoId: first });
  expect(engine.account().orders.get(first)?.ocoId).toBe(second);
  expect(codeOf({ points: 115_000, ocoId: first })).toMatchObject(['not-found', {}]);
  // The quote reaches both orders. One quote can't trigger a limit and a stop order of the same
  // pair by their asks, so this test uses the stop order of another pair.
  const third = place({ direction: 'sell', orderKind: 'stop', points: 115_000 });
  place({ points: 114_990, ocoId: third });
  expect(endsOf(quote(114_900, 114_908))).toEqual([
    [first, 'filled', null],
    [second, 'cancelled', 'oco'],
    [third, 'filled', null],
    [third + 1, 'cancelled', 'oco'],
  ]);
  expect(engine.account().orders.size).toBe(0);
});

it('keeps the other order of a pair when one is cancelled', () => {
  const first = place({ points: 115_000 });
  const second = place({ orderKind: 'stop', points: 115_300, ocoId: first });
  const cancel = { kind: 'cancel-order', accountId: 1, atMs: START_MS, orderId: first } as const;
  expect(engine.run(cancel)).toMatchObject({ kind: 'decided' });
  expect(engine.account().orders.get(second)?.ocoId).toBeNull();
  expect(engine.run(cancel)).toMatchObject({ kind: 'refused', rejection: { code: 'not-found' } });
});

it('amends price, margin, levels and expiry, and judges them as a new order', () => {
  const orderId = place({ points: 115_000 });
  const {
    kind: _kind,
    symbol: _symbol,
    direction: _direction,
    ...rest
  } = commandOf({
    points: 114_000,
    amountCents: 20_000,
  });
  const amend = { ...rest, kind: 'amend-order', orderId } as const;
  expect(engine.run({ ...amend, points: points(115_187) })).toMatchObject({
    rejection: { code: 'order-price-invalid' },
  });
  engine.run(amend);
  expect(engine.account().orders.get(orderId)).toMatchObject({
    points: 114_000,
    amountCents: 20_000,
  });
  const none = { kind: 'amend-order', accountId: 1, atMs: START_MS, orderId } as const;
  for (const a of [amend, none]) expect(engine.run(a)).toEqual({ kind: 'decided', events: [] });
  expect(quote(114_900, 114_908)).toEqual([]);
  expect(endsOf(quote(113_900, 113_908))).toEqual([[orderId, 'filled', null]]);
});

it('rejects an order that breaks a rule of openings when it triggers, and tries it once', () => {
  const id = place({ points: 115_000, amountCents: 100_001 });
  expect(endsOf(quote(114_900, 114_908))).toEqual([[id, 'rejected', 'amount-too-large']]);
  expect(quote(114_900, 114_908)).toEqual([]);
});

it('closes positions before it fills orders, so that closes at a quote free margin', () => {
  engine.open({
    symbol: 'EURUSD',
    direction: 'buy',
    amountCents: 95_000,
    leverage: 1,
    requestedPoints: 115_187,
    stopPoints: 115_000,
  });
  const id = place({ points: 115_000, amountCents: 50_000 });
  const events = quote(114_900, 114_908);
  expect(events.map(({ kind }) => kind)).toEqual([
    'position-closed',
    'position-opened',
    'order-ended',
  ]);
  expect(endsOf(events)).toEqual([[id, 'filled', null]]);
});

it('waits while the symbol is not live or trading is paused', () => {
  const id = place({ points: 115_000 });
  engine.setState('EURUSD', 'halted');
  expect(quote(114_900, 114_908)).toEqual([]);
  engine.setState('EURUSD', 'live');
  engine.run({ kind: 'set-trading-pause', atMs: START_MS, isPaused: true });
  expect(quote(114_900, 114_908)).toEqual([]);
  engine.run({ kind: 'set-trading-pause', atMs: START_MS, isPaused: false });
  expect(endsOf(quote(114_900, 114_908))).toEqual([[id, 'filled', null]]);
});

it('can be placed while the market is closed, by its last quote', () => {
  engine.setState('EURUSD', 'closed');
  engine.clock.nowMs += DAY_MS;
  expect(place({ points: 115_000 })).toBe(1);
});

it('ends an order as expired instead of filling it after its expiry', () => {
  const expiresAtMs = START_MS + MINUTE_MS;
  const id = place({ points: 115_000, expiry: 'gtd', expiresAtMs });
  const later = place({ points: 115_000, expiry: 'gtd', expiresAtMs: expiresAtMs + 1 });
  engine.clock.nowMs = expiresAtMs;
  expect(endsOf(quote(114_900, 114_908))).toEqual([[later, 'filled', null]]);
  const expired = engine.run({ kind: 'expire-orders', atMs: expiresAtMs });
  expect(expired.kind === 'decided' && endsOf(expired.events)).toEqual([[id, 'expired', null]]);
});

it.each([
  ['blocked', { status: 'blocked' }],
  ['close-only', { status: 'close-only' }],
  ['not-verified', { isVerified: false }],
  ['no-access', { permittedCategories: [] }],
  ['leverage-invalid', { leverageIndexes: { ...TERMS.leverageIndexes, forex: [0] } }],
] as const)('are cancelled with %s when the terms forbid them', (code, change) => {
  const first = place({ points: 115_000 });
  const second = place({ orderKind: 'stop', points: 115_300, ocoId: first });
  const decision = engine.run({
    kind: 'change-terms',
    accountId: 1,
    atMs: START_MS,
    terms: { ...TERMS, ...change },
  });
  expect(decision.kind === 'decided' && endsOf(decision.events)).toEqual([
    [first, 'cancelled', code],
    [second, 'cancelled', code],
  ]);
});

it('are cancelled when their leverage is no longer allowed for the symbol', () => {
  const id = place({ points: 115_000 });
  const lower = place({ points: 115_000, leverage: 5 });
  const limits = { amountMinCents: 1_000, amountMaxCents: 100_000_000, leverageMax: 10 };
  const set = { kind: 'set-limits', atMs: START_MS, symbol: 'EURUSD', limits } as const;
  const decision = engine.run(set);
  expect(decision.kind === 'decided' && endsOf(decision.events)).toEqual([
    [id, 'cancelled', 'leverage-invalid'],
  ]);
  expect([...engine.account().orders.keys()]).toEqual([lower]);
});

it('are split with their symbol, rounded away from the price', () => {
  const id = place({ points: 115_001, stopPoints: 114_001, targetDistance: points(701) });
  engine.setState('EURUSD', 'halted');
  const ratio = { newUnits: 2, oldUnits: 1 };
  const broker = { accountId: 0, atMs: START_MS, symbol: 'EURUSD', action: 'split:1' } as const;
  engine.run({ kind: 'split-symbol', ...broker, ...ratio });
  expect(engine.account().orders.get(id)).toMatchObject({
    points: 57_500,
    stopPoints: 57_000,
    targetDistance: 351,
  });
});
