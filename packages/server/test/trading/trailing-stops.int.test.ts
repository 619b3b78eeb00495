import type { LevelsAnswer, PositionAnswer } from '@halyard/contract/live';
import type { Order, OrderReply } from '@halyard/contract/orders';
import type { Position, PositionLists } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, nextMessage, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL } from '../support/trader.ts';
import type { Trader } from '../support/trader.ts';

// 0.1 % of 40,000.00 is the nearest; a buy is closed at the bid of 40,000.00.
const NEAREST = 40;

describeOnDatabase('trailing stops', (database) => {
  const floor = openFloor(database);

  const set = async (who: Trader, body: object) =>
    (
      await floor
        .server()
        .post<LevelsAnswer>('/api/accounts/positions/trailing-stop', body, { token: who.token })
    ).envelope;
  const listOpen = async (who: Trader): Promise<readonly Position[]> =>
    (await who.balance()).positions.open;

  it('are set at the opening, changed and removed, over the socket and over HTTP', async () => {
    const who = await floor.trader();
    const position = await who.open({ ...BUY, amount: 100, trailing_distance: 100.5 });
    expect(position).toMatchObject({ trailing_distance: 100.5, trailing_stop: 39_899.5 });
    const { id } = position;
    expect(dataOf(await set(who, { id, trailing_distance: '250' }))).toEqual({
      id,
      stop_lost: null,
      take_profit: null,
      trailing_distance: 250,
      trailing_stop: 39_750,
    });
    const update = async (levels: object) =>
      await send<LevelsAnswer>(who.socket, 'updatePosition', { id, ...levels });
    // What does not name the trailing stop leaves it as it is.
    expect(dataOf(await update({ stop_lost: 39_000, take_profit: 41_000 }))).toMatchObject({
      stop_lost: 39_000,
      trailing_stop: 39_750,
    });
    expect(await listOpen(who)).toMatchObject([
      { stop_lost: 39_000, trailing_distance: 250, trailing_stop: 39_750 },
    ]);
    expect(dataOf(await set(who, { id, trailing_distance: null }))).toMatchObject({
      stop_lost: 39_000,
      take_profit: 41_000,
      trailing_stop: null,
    });
    expect((await listOpen(who))[0]).not.toHaveProperty('trailing_stop');
    expect(dataOf(await update({ stop_lost: '', trailing_distance: NEAREST }))).toMatchObject({
      stop_lost: null,
      trailing_stop: 39_960,
    });
  });

  it('repeat the first answer of a request', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 100 });
    const first = await set(who, { id, trailing_distance: 300, requestId: 'trail' });
    expect(await set(who, { id, trailing_distance: 300, requestId: 'trail' })).toEqual(first);
    const other = await set(who, { id, trailing_distance: 400, requestId: 'trail' });
    expect(rejectionOf(other).code).toBe('duplicate-id');
  });

  it('are refused with the distances that are possible', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 100 });
    expect(rejectionOf(await set(who, { id, trailing_distance: 39.99 }))).toMatchObject({
      code: 'trail-invalid',
      message: 'The trailing distance must be between 40 and 39999.99',
    });
    expect(rejectionOf(await set(who, { id, trailing_distance: 40_000 })).code).toBe(
      'trail-invalid',
    );
    expect(rejectionOf(await set(who, { id, trailing_distance: 50.001 })).errors).toEqual({
      trailing_distance: 'must be a price with at most 2 decimals',
    });
    const tooNear = { ...SELL, amount: 100, trailing_distance: 40 };
    // 0.1 % of 40,010.20 is 40.0102, rounded up.
    expect(rejectionOf(await send(who.socket, 'openPosition', tooNear)).facts).toMatchObject({
      minimum: 40.02,
    });
    expect((await listOpen(who)).map((position) => position.id)).toEqual([id]);
  });

  it("can't be set on a position of another customer", async () => {
    const [owner, other] = [await floor.trader(), await floor.trader()];
    const { id } = await owner.open({ ...BUY, amount: 100 });
    expect(rejectionOf(await set(other, { id, trailing_distance: 100 })).code).toBe('not-found');
  });

  it('move with the price on their own, and close when it reverses by the distance', async () => {
    const who = await floor.trader();
    const eth = { symbol: 'ETHUSD', amount: 100, leverage: 2 };
    const prices = await floor.server().connect('/prices');
    const book = await nextMessage<Record<string, { buy: number; sell: number }>>(
      prices,
      'price',
      (changed) => changed['ETHUSD'] !== undefined,
    );
    const { buy = 0, sell = 0 } = book['ETHUSD'] ?? {};
    const opened = await send<PositionAnswer>(who.socket, 'openPosition', {
      ...eth,
      direction: 'buy',
      price: buy * 1.01,
      trailing_distance: 5,
    });
    const { position } = dataOf(opened);
    const closed = nextMessage<PositionLists>(
      who.socket,
      'positions',
      ({ history }) => history.length > 0,
    );
    // The price only rises: a sell is closed once it has risen by the distance.
    await send(who.socket, 'openPosition', {
      ...eth,
      direction: 'sell',
      price: sell * 0.99,
      trailing_distance: 4,
    });
    const { open, history } = await closed;
    expect(history).toMatchObject([{ direction: 'sell', closingReason: 1, trailing_distance: 4 }]);
    const [short] = history;
    expect(short?.closed_rate ?? 0).toBeGreaterThanOrEqual(short?.trailing_stop ?? Infinity);
    expect(open[0]?.trailing_stop ?? 0).toBeGreaterThan(position.trailing_stop ?? 0);
  });

  it('come with an entry order, which shows and amends them', async () => {
    const who = await floor.trader();
    const post = async (path: string, body: object) =>
      (
        await floor
          .server()
          .post<OrderReply>(`/api/accounts/orders${path}`, body, { token: who.token })
      ).envelope;
    const limit = { direction: 'buy', kind: 'limit', symbol: 'BTCUSD', amount: 100, leverage: 2 };
    const terms = { price: 39_000, expiry: 'gtc' };
    const both = { ...limit, ...terms, stop_distance: 100, trailing_distance: 100 };
    expect(rejectionOf(await post('/place', both)).code).toBe('trail-unavailable');
    const near = { ...limit, ...terms, trailing_distance: 38.99 };
    expect(rejectionOf(await post('/place', near)).code).toBe('trail-invalid');
    const { order } = dataOf(await post('/place', { ...near, trailing_distance: 39 }));
    expect(order).toMatchObject({ trailing_distance: 39, stop_lost: null });
    const change = { id: order.id, amount: 200, ...terms };
    const amended: Order = dataOf(await post('/amend', change)).order;
    expect(amended).toMatchObject({ amount: 200, trailing_distance: 39 });
    const without = { ...change, trailing_distance: '' };
    expect(dataOf(await post('/amend', without)).order.trailing_distance).toBeNull();
  });

  it('are shown to staff', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 100, trailing_distance: 123 });
    const { token } = await signInStaff(floor.server(), 'dealer@staff.example', 'dealing');
    const path = `/api/backoffice/positions/${id}`;
    const { envelope } = await floor.server().get<object>(path, { token });
    expect(dataOf(envelope)).toMatchObject({ trailing_distance: 123, trailing_stop: 39_877 });
  });
});
