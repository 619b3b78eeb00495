import type { CloseAllAnswer, LevelsAnswer } from '@halyard/contract/live';
import type { PositionLists } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, nextMessage, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf } from '../support/trader.ts';

describeOnDatabase('levels and closes', (database) => {
  const floor = openFloor(database);

  it('sets and removes stop loss and take profit [c-emit-update] [t-sltp-stop-loss] [t-sltp-take-profit] [v-sltp-empty] [v-sltp-buy-tp] [v-sltp-buy-sl]', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 1 });
    const update = async (levels: object) =>
      await send<LevelsAnswer>(who.socket, 'updatePosition', { id, ...levels });
    expect(dataOf(await update({ stop_lost: 39_000.5, take_profit: '41000' }))).toEqual({
      id,
      stop_lost: 39_000.5,
      take_profit: 41_000,
      trailing_stop: null,
      trailing_distance: null,
    });
    expect((await who.balance()).positions.open).toMatchObject([
      { stop_lost: 39_000.5, take_profit: 41_000 },
    ]);
    // Equal is valid.
    expect(dataOf(await update({ stop_lost: '', take_profit: null }))).toMatchObject({
      stop_lost: null,
      take_profit: null,
    });
    expect(rejectionOf(await update({ stop_lost: 40_000.01, take_profit: '' }))).toMatchObject({
      code: 'stop-invalid',
      message: "Can't be higher than 40000",
    });
    expect(rejectionOf(await update({ stop_lost: null, take_profit: 39_999.99 }))).toMatchObject({
      code: 'target-invalid',
      message: "Can't be lower than 40000",
    });
    expect(rejectionOf(await update({ stop_lost: 1.001, take_profit: '' })).errors).toEqual({
      stop_lost: 'must be a price with at most 2 decimals',
    });
    expect((await who.balance()).positions.open).toMatchObject([
      { stop_lost: null, take_profit: null },
    ]);
  });

  it.each([
    ['take profit', 'buy', 'take_profit', 2],
    ['stop loss', 'sell', 'stop_lost', 1],
  ] as const)(
    'closes by %s when the price is reached, and notifies [s-position-take-profit] [s-position-stop-loss]',
    async (_, direction, field, reason) => {
      const who = await floor.trader();
      const prices = await floor.server().connect('/prices');
      const book = await nextMessage<Record<string, { buy: number; sell: number }>>(
        prices,
        'price',
        (changed) => changed['ETHUSD'] !== undefined,
      );
      const quote = book['ETHUSD'] ?? { buy: 0, sell: 0 };
      const level = Math.round(direction === 'buy' ? quote.sell : quote.buy) + 3;
      const closed = nextMessage<PositionLists>(
        who.socket,
        'positions',
        ({ history }) => history.length === 1,
      );
      const order = { symbol: 'ETHUSD', direction, leverage: 2, amount: 100, price: quote.sell };
      const position = await who.open({ ...order, [field]: level });
      const [ended] = (await closed).history;
      expect(ended).toMatchObject({ id: position.id, closingReason: reason });
      expect(ended?.closed_rate).toBeGreaterThanOrEqual(level);
    },
  );

  it('closes a part under a new id and keeps the rest under the old one', async () => {
    const who = await floor.trader();
    const position = await who.open({ ...BUY, amount: 40_000 });
    const part = await who.close({ id: position.id, amount: '10000' });
    // 20,000 × −20.20 ÷ 40,020.20 = −10.0949…
    expect(part).toMatchObject({ amount: 10_000, profit: -10.09, open_rate: STILL.orderBuy });
    expect(part.id).not.toBe(position.id);
    const { positions, balance } = await who.balance();
    expect(positions.open).toMatchObject([{ id: position.id, amount: 30_000 }]);
    expect(positions.open[0]?.open_date).toBe(position.open_date);
    expect(balance).toBe(59_989.91);
    const tooMuch = await send(who.socket, 'closePosition', { id: position.id, amount: 29_999.5 });
    expect(rejectionOf(tooMuch).code).toBe('amount-too-large');
  });

  it('closes all positions, or the losing ones', async () => {
    const who = await floor.trader();
    await who.open({ ...BUY, amount: 40_000 });
    const winner = await who.open({
      symbol: 'ETHUSD',
      direction: 'buy',
      leverage: 2,
      amount: 100,
      price: 1e9,
    });
    await nextMessage<Record<string, { sell: number }>>(
      await floor.server().connect('/prices'),
      'price',
      ({ ETHUSD }) => (ETHUSD?.sell ?? 0) > winner.open_rate,
    );
    const closeAll = async (which: string) =>
      dataOf(await send<CloseAllAnswer>(who.socket, 'closeAll', { which })).positions;
    expect(await closeAll('losing')).toMatchObject([{ symbol: 'BTCUSD', profit: -40.38 }]);
    expect(await closeAll('losing')).toEqual([]);
    const [last] = await closeAll('all');
    expect(last).toMatchObject({ id: winner.id });
    expect(last?.profit).toBeGreaterThan(0);
    expect((await who.balance()).positions.open).toEqual([]);
  });
});
