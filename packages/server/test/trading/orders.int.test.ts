import type { BalanceData, PositionLists } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { STILL } from '../support/staged-prices.ts';
import { nextMessage, send, signUp } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL } from '../support/trader.ts';

describeOnDatabase('orders', (database) => {
  const floor = openFloor(database);

  it.each([
    // 80,000 × (40,000.00 − 40,020.20) ÷ 40,020.20 = −40.3796…
    ['buy', BUY, STILL.orderBuy, STILL.sell, -40.38],
    // 80,000 × (39,990.00 − 40,010.20) ÷ 39,990.00 = −40.4101…
    ['sell', SELL, STILL.orderSell, STILL.buy, -40.41],
  ] as const)(
    'opens and closes a %s to the cent [o-open-buy] [o-open-sell] [c-emit-open] [c-emit-close] [s-position-open] [s-position-manual] [v-trade-price-buy] [v-trade-price-sell] [k-profit] [e-balance] [c-get-balance]',
    async (direction, order, openRate, closeRate, profit) => {
      const who = await floor.trader();
      const position = await who.open({ ...order, amount: '40000.00' });
      expect(position).toMatchObject({
        symbol: 'BTCUSD',
        symbolName: 'Bitcoin / US Dollar',
        direction,
        amount: 40_000,
        leverage: 2,
        open_rate: openRate,
        profit,
        protected: 0,
        closed_rate: null,
        closingReason: null,
      });
      // Equity = balance + profit, free margin = balance − invested, level = equity ÷ invested.
      expect(await who.balance()).toEqual({
        balance: 60_000,
        profit,
        equity: 60_000 + profit,
        free_margin: 20_000,
        invested: 40_000,
        margin_level: 149.89,
        withdrawable: 20_000 + profit,
        credit: 0,
        debt: 0,
        positions: { open: [position], history: [] },
      });

      const closed = await who.close({ id: position.id, price: 1 });
      expect(closed).toMatchObject({ closed_rate: closeRate, profit, closingReason: 0 });
      expect(await who.balance()).toEqual({
        balance: 60_000 + profit,
        profit: 0,
        equity: 60_000 + profit,
        free_margin: 60_000 + profit,
        invested: 0,
        margin_level: null,
        withdrawable: 60_000 + profit,
        credit: 0,
        debt: 0,
        positions: { open: [], history: [closed] },
      });
    },
  );

  it('pushes positions and balance after every change, and sends them on request [c-listen-positions] [c-listen-balance] [c-emit-positions] [c-emit-balance] [s-balance-live] [c-ws-account-channel]', async () => {
    const who = await floor.trader();
    const pushedLists = nextMessage<PositionLists>(
      who.socket,
      'positions',
      ({ open }) => open.length === 1,
    );
    const pushedFigures = nextMessage<BalanceData>(
      who.socket,
      'balance',
      ({ invested }) => invested === 100,
    );
    const position = await who.open({ ...BUY, amount: 100 });
    expect((await pushedLists).open).toEqual([position]);
    expect(await pushedFigures).toMatchObject({ balance: 60_000, free_margin: 59_900 });

    // Not by the customer’s own hand: money that staff booked is pushed, too.
    const credited = nextMessage<BalanceData>(
      who.socket,
      'balance',
      ({ balance }) => balance === 60_050,
    );
    await floor.server().operator('credit', who.session.user.email, '50', 'more');
    await credited;

    const lists = nextMessage<PositionLists>(who.socket, 'positions');
    expect(await send(who.socket, 'positions')).toEqual({ status: 'success', data: {} });
    expect((await lists).open).toEqual([position]);
    const figures = nextMessage<BalanceData>(who.socket, 'balance');
    expect(await send(who.socket, 'balance', {})).toEqual({ status: 'success', data: {} });
    expect(await figures).toMatchObject({ balance: 60_050 });
  });

  it('accepts amounts, rates and leverage as numbers and as text', async () => {
    const who = await floor.trader();
    for (const order of [
      { amount: 1, leverage: '2', price: '40020.2' },
      { amount: '1.50', leverage: 1, price: 40_020.204 },
      { amount: 1.5, leverage: 2, price: 1e9, stop_lost: '', take_profit: null },
      { amount: '000001.5', leverage: 2, price: STILL.orderBuy, stop_lost: '39000.5' },
    ]) {
      expect((await who.open({ ...BUY, ...order })).open_rate).toBe(STILL.orderBuy);
    }
  });

  it.each([
    ['amount', { amount: 0.5 }, 'amount-too-small', 'The amount must be at least 1'],
    ['amount', { amount: -5 }, 'amount-too-small', 'The amount must be at least 1'],
    ['amount', { amount: 1_000.01 }, 'amount-too-large', 'The amount can be at most 1000'],
    [
      'leverage',
      { leverage: 5 },
      'leverage-invalid',
      'This leverage is not available for this market',
    ],
    [
      'leverage',
      { leverage: 0.5 },
      'leverage-invalid',
      'This leverage is not available for this market',
    ],
    ['price', { price: 39_000 }, 'price-moved', 'The price has moved to 40020.2'],
    ['symbol', { symbol: 'EURUSD' }, 'price-unavailable', 'Temporarily unavailable'],
    ['symbol', { symbol: 'NOTHING' }, 'not-found', 'Not found'],
    ['stop_lost', { stop_lost: 40_000.01 }, 'stop-invalid', "Can't be higher than 40000"],
    ['take_profit', { take_profit: 39_999.99 }, 'target-invalid', "Can't be lower than 40000"],
  ])(
    'refuses %s in %j: %s [v-trade-amount-min] [v-trade-margin] [v-trade-allowance] [v-sltp-buy-sl] [v-sltp-buy-tp]',
    async (_, change, code, message) => {
      const who = await floor.refusedTrader();
      const answer = await send(who.socket, 'openPosition', { ...BUY, amount: 100, ...change });
      expect(rejectionOf(answer)).toMatchObject({ code, message, data: null });
      expect((await who.balance()).positions).toEqual({ open: [], history: [] });
    },
  );

  it.each([
    ['stop_lost', 40_010.19, "Can't be lower than 40010.2"],
    ['take_profit', 40_010.21, "Can't be higher than 40010.2"],
  ])(
    'refuses a sell with %s %d [v-sltp-sell-sl] [v-sltp-sell-tp]',
    async (field, level, message) => {
      const who = await floor.refusedTrader();
      const answer = await send(who.socket, 'openPosition', { ...SELL, amount: 1, [field]: level });
      expect(rejectionOf(answer)).toMatchObject({ message, facts: { limit: STILL.buy } });
    },
  );

  it('returns the new price if it has moved', async () => {
    const who = await floor.trader();
    const answer = await send(who.socket, 'openPosition', { ...SELL, amount: 1, price: 41_000 });
    expect(rejectionOf(answer)).toMatchObject({
      code: 'price-moved',
      facts: { price: STILL.orderSell },
    });
    // A better fill than the one that was seen is given.
    const better = await who.open({ ...SELL, amount: 1, price: 39_000 });
    expect(better.open_rate).toBe(STILL.orderSell);
  });

  it('accepts the whole free margin as amount, and not a cent more [v-trade-margin]', async () => {
    const who = await floor.trader('1000');
    const whole = await who.open({ ...BUY, amount: 1_000 });
    expect((await who.balance()).free_margin).toBe(0);
    const more = await send(who.socket, 'openPosition', { ...BUY, amount: 1 });
    expect(rejectionOf(more).code).toBe('amount-too-large');
    await who.close({ id: whole.id });
  });

  it('counts open losses against a new position', async () => {
    const who = await floor.trader('1000');
    await who.open({ ...BUY, amount: 900 });
    // 1,800 × 20.20 ÷ 40,020.20 = 0.908… is lost, so 100 − 0.91 is left.
    const answer = await send(who.socket, 'openPosition', { ...BUY, amount: 99.1 });
    expect(rejectionOf(answer)).toMatchObject({ code: 'open-losses', facts: { available: 99.09 } });
    await who.open({ ...BUY, amount: 99.09 });
  });

  it.each([
    [{}, 'direction'],
    [{ direction: 'up' }, 'direction'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: [100] }, 'amount'],
    [{ amount: '١٠٠' }, 'amount'],
    [{ amount: ' 100' }, 'amount'],
    [{ leverage: null }, 'leverage'],
    [{ leverage: '2;' }, 'leverage'],
    [{ price: 0 }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: '1e400' }, 'price'],
    [{ price: {} }, 'price'],
    [{ stop_lost: 39_000.001 }, 'stop_lost'],
    [{ stop_lost: false }, 'stop_lost'],
    [{ take_profit: 'soon' }, 'take_profit'],
    [{ symbol: 'btcusd' }, 'symbol'],
    [{ symbol: '../etc' }, 'symbol'],
    [{ requestId: 'two words' }, 'requestId'],
    [{ requestId: 'x'.repeat(65) }, 'requestId'],
    [{ protected: 1 }, 'protected'],
  ])(
    'refuses an order with %j because of %s [v-trade-amount-required] [v-trade-leverage-required]',
    async (change, field) => {
      const who = await floor.refusedTrader();
      const order = Object.keys(change).length === 0 ? {} : { ...BUY, amount: 1, ...change };
      const answer = rejectionOf(await send(who.socket, 'openPosition', order));
      expect(answer.code).toBe('invalid');
      expect(Object.keys(answer.errors ?? {})).toContain(field);
      expect((await who.balance()).positions.open).toEqual([]);
    },
  );

  it('sends an error as an event if the client wants no acknowledgement', async () => {
    const who = await floor.refusedTrader();
    const refused = nextMessage(who.socket, 'refused');
    who.socket.emit('openPosition', { ...BUY, amount: 0, requestId: 'r-1' });
    expect(await refused).toMatchObject({
      event: 'openPosition',
      requestId: 'r-1',
      code: 'amount-too-small',
      facts: { minimum: 1 },
    });
  });

  it('opens nothing for unverified, blocked and close-only customers [p-trade-verified]', async () => {
    const { access_token: token } = await signUp(floor.server(), 'unverified@example.com');
    const unverified = await floor.server().connect('/positions', token);
    const answer = await send(unverified, 'openPosition', { ...BUY, amount: 1 });
    expect(rejectionOf(answer)).toMatchObject({
      code: 'not-verified',
      message: 'The account is not verified',
    });

    const who = await floor.trader();
    const position = await who.open({ ...BUY, amount: 1 });
    await floor.server().operator('customer', 'close-only', who.session.user.email);
    const more = await send(who.socket, 'openPosition', { ...BUY, amount: 1 });
    expect(rejectionOf(more).code).toBe('close-only');
    await who.close({ id: position.id });
  });
});
