// What staff grant a customer, and what that does to their orders, on a Wednesday in New York a
// quarter of an hour and a little more before the stock market closes.
import type { Session } from '@halyard/contract/accounts';
import type { PositionAnswer } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { Asset, BalanceData } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

/** New York closes at 21:00 UTC. */
const BEFORE_CLOSE_MS = Date.UTC(2026, 10, 18, 20, 40);
const SIX_MINUTES_MS = 6 * MINUTE_MS;
const EMAIL = 'granted@example.com';

describeOnDatabase('permissions that staff grant', (database) => {
  let server: TestServer;
  let session: Session;
  let socket: Socket;

  beforeAll(async () => {
    server = await startServer({
      database,
      offsetMs: BEFORE_CLOSE_MS - Date.now(),
      environment: { FEED: 'simulator', PROTECTION_FEE_PERCENT: '0.1' },
    });
    session = await signUpTrader(server, EMAIL, '10000');
    socket = await server.connect('/positions', session.access_token);
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const operator = async (...words: readonly string[]): Promise<void> => {
    expect(await server.operator(...words)).toMatchObject({ code: 0 });
  };
  const quote = async (symbol: string): Promise<MarketQuote> => {
    const reply = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
    return dataOf(reply.envelope)[symbol] ?? expect.fail(`${symbol} has no price`);
  };
  const balance = async (): Promise<number> => {
    const { access_token: token } = session;
    const reply = await server.post<BalanceData>('/api/accounts/getBalance', {}, { token });
    return dataOf(reply.envelope).balance;
  };
  const order = async (change: object) => {
    const { buy } = await quote('AAPL');
    // A buy far above what was seen is never refused for its price.
    const usual = { symbol: 'AAPL', direction: 'buy', amount: 100, leverage: 5, price: buy * 1.1 };
    return await send<PositionAnswer>(socket, 'openPosition', { ...usual, ...change });
  };
  const rejection = async (change: object): Promise<string> =>
    rejectionOf(await order(change)).code;
  const open = async (change: object = {}) => dataOf(await order(change)).position;

  /** As the list of assets says it, in percent of the exposure. */
  const fee = async (): Promise<number | undefined> => {
    const reply = await server.get<Asset[]>('/api/get/assets', { token: session.access_token });
    return dataOf(reply.envelope)[0]?.protection?.fee_percent;
  };

  it('opens guaranteed positions for a premium, and none opposite to another', async () => {
    expect(await fee()).toBeUndefined();
    await operator('customer', 'protect', EMAIL, 'at their wish');
    // Though the list without it was made a moment ago.
    expect(await fee()).toBe(0.1);
    let position = await eventuallyOpen();
    expect(position).toMatchObject({ protected: 1 });
    // 100 × 5 × 0.1 %.
    expect(await balance()).toBe(9_999.5);
    const { sell } = await quote('AAPL');
    expect(await rejection({ direction: 'sell', price: sell * 0.9 })).toBe('no-access');
    const stop = Math.floor(sell * 90) / 100;
    const levels = { id: position.id, stop_lost: stop, take_profit: '' };
    expect(await send(socket, 'updatePosition', levels)).toMatchObject({ status: 'success' });

    server.advance(SIX_MINUTES_MS);
    // 14 minutes before the close: a protected position is neither opened nor its stop moved.
    await eventually(async () => expect((await quote('AAPL')).state).toBe('live'));
    await eventually(async () => expect(await rejection({})).toBe('price-unavailable'));
    const later = { ...levels, stop_lost: Math.floor(sell * 80) / 100 };
    const moved = rejectionOf(await send(socket, 'updatePosition', later));
    expect(moved.code).toBe('position-price-unavailable');
    await operator('customer', 'unprotect', EMAIL);
    position = await open({ symbol: 'MSFT', price: (await quote('MSFT')).buy * 1.1 });
    expect(position.protected).toBe(0);
    await eventually(async () => {
      dataOf(await send(socket, 'closePosition', { id: levels.id }));
    });
    expect((await open()).protected).toBe(0);
  });

  const eventuallyOpen = async () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    await eventually(async () => {
      opened = await open();
    });
    return opened ?? expect.fail('it was not opened');
  };

  it('opens only permitted categories at permitted leverages [p-trade-category]', async () => {
    await operator('permit', EMAIL, 'stocks=1,5,20', 'crypto=none');
    expect((await server.operator('customer', 'show', EMAIL)).printed.join('\n')).toContain(
      'forex at 1,2,3,5,10,15,20,30; stocks at 1,5,20; commodities',
    );
    expect(await rejection({ leverage: 2 })).toBe('leverage-invalid');
    expect(await rejection({ leverage: 20 })).toBe('leverage-invalid');
    const { buy } = await quote('BTCUSD');
    expect(await rejection({ symbol: 'BTCUSD', price: buy, leverage: 1 })).toBe('no-access');
    await operator('customer', 'professional', EMAIL, 'asked for it in writing');
    expect(await open({ leverage: 20 })).toMatchObject({ leverage: 20 });
    await operator('customer', 'retail', EMAIL);
    expect(await rejection({ leverage: 20 })).toBe('leverage-invalid');
    await operator('permit', EMAIL, 'crypto=all');
    const bitcoin = { symbol: 'BTCUSD', price: buy * 1.1, leverage: 1 };
    expect(await open(bitcoin)).toMatchObject({ symbol: 'BTCUSD' });
  });

  it('opens nothing while close-only, and closes positions', async () => {
    const { id } = await open();
    await operator('customer', 'close-only', EMAIL, 'charge-back');
    expect(await rejection({})).toBe('close-only');
    expect(await send(socket, 'closePosition', { id })).toMatchObject({ status: 'success' });
    expect(await send(socket, 'closeAll', { which: 'losing' })).toMatchObject({
      status: 'success',
    });
    await operator('customer', 'block', EMAIL);
    await eventually(() => expect(socket.connected).toBe(false));
  });
});
