import type { Order, OrderReply } from '@halyard/contract/orders';
import type { PositionLists } from '@halyard/contract/trading';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, nextMessage, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor, rejectionOf } from '../support/trader.ts';
import type { Trader } from '../support/trader.ts';

const LIMIT = {
  symbol: 'BTCUSD',
  direction: 'buy',
  kind: 'limit',
  amount: 100,
  leverage: 2,
  price: 39_000,
  expiry: 'gtc',
} as const;

describeOnDatabase('entry orders', (database) => {
  const floor = openFloor(database);

  const place = async (who: Trader, order: object = {}): Promise<Order> =>
    dataOf(await send<OrderReply>(who.socket, 'placeOrder', { ...LIMIT, ...order })).order;
  const post = async <Data>(who: Trader, path: string, body: object = {}) =>
    (await floor.server().post<Data>(`/api/accounts/orders${path}`, body, { token: who.token }))
      .envelope;
  const list = async (who: Trader, path = ''): Promise<readonly Order[]> =>
    dataOf(await post<readonly Order[]>(who, path));

  it('are placed, amended, listed and cancelled, over the socket and over HTTP', async () => {
    const who = await floor.trader();
    const pushed = nextMessage<readonly Order[]>(
      who.socket,
      'orders',
      (orders) => orders.length > 0,
    );
    const order = await place(who, { stop_distance: 500, take_profit: '41000.50' });
    expect(order).toMatchObject({
      kind: 'limit',
      direction: 'buy',
      amount: 100,
      price: 39_000,
      stop_lost: null,
      stop_distance: 500,
      take_profit: 41_000.5,
      status: 'pending',
      position: null,
    });
    expect(await pushed).toEqual([order]);
    const lifeMs = Date.parse(order.expires_at) - Date.parse(order.placed_at);
    expect(lifeMs).toBe(90 * DAY_MS);
    const change = { amount: 200, price: '38000', expiry: 'day', id: order.id };
    const amended = dataOf(await post<OrderReply>(who, '/amend', change)).order;
    expect(amended).toMatchObject({ amount: 200, price: 38_000, stop_distance: null });
    expect(Date.parse(amended.expires_at)).toBeLessThanOrEqual(Date.now() + DAY_MS);
    expect(await list(who)).toEqual([amended]);
    const cancelled = dataOf(await post<OrderReply>(who, '/cancel', { id: order.id })).order;
    expect(cancelled).toMatchObject({ id: order.id, status: 'cancelled', reason: 'customer' });
    expect(await list(who)).toEqual([]);
    expect(await list(who, '/history')).toEqual([cancelled]);
  });

  it('are placed once per request id, over the socket or HTTP', async () => {
    const who = await floor.trader();
    const order = await place(who, { requestId: 'once' });
    expect(await place(who, { requestId: 'once' })).toEqual(order);
    const again = await post<OrderReply>(who, '/place', { ...LIMIT, requestId: 'once' });
    expect(dataOf(again).order).toEqual(order);
    const other = await post(who, '/place', { ...LIMIT, price: 38_000, requestId: 'once' });
    expect(rejectionOf(other).code).toBe('duplicate-id');
    expect(await list(who)).toHaveLength(1);
  });

  it.each([
    [{ price: STILL.orderBuy }, 'order-price-invalid'],
    [{ kind: 'stop', price: 40_000 }, 'order-price-invalid'],
    [{ stop_lost: 39_001 }, 'stop-invalid'],
    [{ leverage: 3 }, 'leverage-invalid'],
    [{ amount: 0.5 }, 'amount-too-small'],
    [{ oco: 999_999 }, 'not-found'],
    [{ expiry: 'gtd', expires_at: '2020-01-01T00:00:00Z' }, 'order-expiry-invalid'],
    [{ expiry: 'gtd' }, 'invalid'],
    [{ stop_lost: 38_000, stop_distance: 5 }, 'invalid'],
  ])('are refused with the reason: %j', async (change, code) => {
    const who = await floor.trader();
    expect(rejectionOf(await post(who, '/place', { ...LIMIT, ...change })).code).toBe(code);
    expect(await list(who)).toEqual([]);
  });

  it('fill when the price is reached, cancel the other of the pair, and notify', async () => {
    const who = await floor.trader();
    const prices = await floor.server().connect('/prices');
    const book = await nextMessage<Record<string, { buy: number; sell: number }>>(
      prices,
      'price',
      (changed) => changed['ETHUSD'] !== undefined,
    );
    const ask = Math.ceil(book['ETHUSD']?.buy ?? 0);
    const eth = { symbol: 'ETHUSD', direction: 'buy', amount: 100, leverage: 2 };
    const opened = nextMessage<PositionLists>(
      who.socket,
      'positions',
      ({ open }) => open.length === 1,
    );
    const limit = await place(who, { ...eth, price: ask - 1_000 });
    const stop = await place(who, { ...eth, kind: 'stop', price: ask + 3, oco: limit.id });
    const [position] = (await opened).open;
    expect(position).toMatchObject({ symbol: 'ETHUSD', direction: 'buy', amount: 100 });
    expect(position?.open_rate).toBeGreaterThanOrEqual(ask + 3);
    expect(await list(who)).toEqual([]);
    expect(await list(who, '/history')).toMatchObject([
      { id: stop.id, status: 'filled', position: position?.id, reason: null },
      { id: limit.id, status: 'cancelled', reason: 'oco', position: null },
    ]);
    await eventually(async () => {
      const notified = await floor
        .server()
        .query(`select kind from notifications where customer_id = $1 and kind like 'order-%'`, [
          who.session.user.id,
        ]);
      expect(notified).toEqual([{ kind: 'order-filled' }]);
    });
  });

  it('are rejected if the margin is insufficient when they trigger', async () => {
    const who = await floor.trader('1000');
    const order = await place(who, { kind: 'stop', symbol: 'ETHUSD', price: 1e6, amount: 5_000 });
    expect(order.status).toBe('pending');
    await post(who, '/cancel', { id: order.id });
  });

  it('expire, and are never filled afterwards', async () => {
    const who = await floor.trader();
    const expires_at = new Date(Date.now() + floor.server().offsetMs() + MINUTE_MS).toISOString();
    const order = await place(who, { expiry: 'gtd', expires_at });
    floor.server().advance(MINUTE_MS);
    await eventually(async () => {
      expect(await list(who, '/history')).toMatchObject([{ id: order.id, status: 'expired' }]);
    });
  });

  it('are cancelled when the account may no longer open positions', async () => {
    const who = await floor.trader();
    const order = await place(who);
    const { email } = who.session.user;
    await floor.server().operator('customer', 'close-only', email, 'a reason');
    expect(await list(who, '/history')).toMatchObject([
      { id: order.id, status: 'cancelled', reason: 'close-only' },
    ]);
  });

  it('are listed for staff, who may cancel one with a reason', async () => {
    const who = await floor.trader();
    const { id } = await place(who);
    const { token } = await signInStaff(floor.server(), 'dealer@staff.example', 'dealing');
    const path = '/api/backoffice/orders';
    const listed = await floor
      .server()
      .get<{ rows: readonly object[] }>(`${path}?state=pending&customer=${who.session.user.id}`, {
        token,
      });
    expect(dataOf(listed.envelope).rows).toMatchObject([
      { id, symbol: 'BTCUSD', trigger_price: 39_000, state: 'pending' },
    ]);
    const cancel = { reason: 'the customer asked for it by phone' };
    await floor.server().post(`${path}/${id}/cancel`, cancel, { token });
    expect(await list(who, '/history')).toMatchObject([
      { id, status: 'cancelled', reason: 'broker' },
    ]);
    const again = await floor.server().post(`${path}/${id}/cancel`, cancel, { token });
    expect(again.envelope).toMatchObject({ code: 'not-found' });
    const subject = `customer:${who.session.user.id}`;
    const recorded = await floor
      .server()
      .query(
        `select action from audit_events where subject = $1 and action ~ '^order' order by id`,
        [subject],
      );
    expect(recorded.map(({ action }) => action)).toEqual([
      'order.cancel',
      'order.cancel',
      'order.cancel-refused',
    ]);
    await eventually(async () => {
      const notified = await floor
        .server()
        .query('select kind from notifications where customer_id = $1 order by id desc limit 1', [
          who.session.user.id,
        ]);
      expect(notified).toEqual([{ kind: 'order-cancelled' }]);
    });
  });

  it('are visible only to their customer', async () => {
    const [who, stranger] = [await floor.trader(), await floor.trader()];
    const { id } = await place(who);
    expect(rejectionOf(await post(stranger, '/cancel', { id })).code).toBe('not-found');
    const change = { amount: 1, price: 38_000, expiry: 'gtc', id };
    expect(rejectionOf(await post(stranger, '/amend', change)).code).toBe('not-found');
    expect(await list(stranger)).toEqual([]);
    expect(await list(who)).toHaveLength(1);
  });
});
