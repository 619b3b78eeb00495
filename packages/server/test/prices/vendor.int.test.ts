// A vendor's prices through the whole program: what is traded on them, what is not, and what
// happens when they jump or end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceBook } from '@halyard/contract/live';
import type { BalanceData, Position } from '@halyard/contract/trading';
import type { PublicConfig } from '@halyard/contract/config';
import type { Candle } from '@halyard/contract/market';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { VendorCandle } from '@halyard/testkit';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { sidesOf, startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const START = 97_000;
/** From the first quote of a true jump until it is traded on. */
const TRUE_JUMP_MS = 5_000;

const DAYS_OF_MINUTES = 8;
const CHARTED_MINUTES = 500;

/** And several messages to browsers. */
const SEVERAL_QUOTES_MS = 1_000;

type Known = { readonly sell: number; readonly buy: number; readonly state: string };

describeOnDatabase('a vendor’s prices', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  let socket: Socket;
  let token: string;
  /** All that /prices ever said of BTCUSD, newest last. */
  const heard: Known[] = [];

  beforeAll(async () => {
    vendor = await startVendorPrices(START);
    vendor.binance.setCandles('BTCUSDT', '1m', minutesUntil(Date.now()));
    server = await startServer({
      database,
      environment: { ...vendor.environment, OPERATOR_EMAIL: 'desk@trade.example' },
    });
    await server.connect('/prices', undefined, (early) => {
      early.on('price', (book: PriceBook) => {
        const price = book['BTCUSD'];
        if (price !== undefined) heard.push(price);
      });
    });
    const session = await signUpTrader(server, 'vendor@example.com', '100000');
    token = session.access_token;
    socket = await server.connect('/positions', session.access_token);
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  const state = (wanted: string) =>
    eventually(() => expect(heard.at(-1)?.state, 'the state of BTCUSD').toBe(wanted));
  const quotedAt = (mid: number) =>
    eventually(() => expect(heard.at(-1)).toMatchObject({ ...sidesOf(mid), state: 'live' }));
  const open = async (change: object = {}) =>
    await send<{ position: Position }>(socket, 'openPosition', {
      symbol: 'BTCUSD',
      direction: 'buy',
      leverage: 2,
      amount: 100,
      price: (heard.at(-1)?.buy ?? 0) * 1.01,
      ...change,
    });
  const positions = async () => {
    const reply = await server.post<BalanceData>('/api/accounts/getBalance', {}, { token });
    return dataOf(reply.envelope).positions;
  };

  it('reach customers unchanged, and are marked as real', async () => {
    await quotedAt(START);
    const { notices } = dataOf((await server.get<PublicConfig>('/api/config')).envelope);
    expect(notices.simulatedPrices).toBe(false);
    expect((await server.operator('status')).printed.join('\n')).toContain('binance is up');
  });

  it('fill orders at the server’s order price, and trigger stops', async () => {
    const { position } = dataOf(await open({ stop_lost: START * 0.999 }));
    expect(position.open_rate).toBeCloseTo(sidesOf(START).buy * 1.00025, 1);
    vendor.setMid(START * 1.001);
    await quotedAt(START * 1.001);
    expect((await positions()).open.map(({ id }) => id)).toEqual([position.id]);
    vendor.setMid(START * 0.998);
    await eventually(async () => expect((await positions()).open).toEqual([]));
    const [closed] = (await positions()).history;
    expect(closed).toMatchObject({ id: position.id, closingReason: 1 });
    expect(closed?.closed_rate).toBe(sidesOf(START * 0.998).sell);
  });

  it('that spike once reach nobody, and trigger nothing', async () => {
    vendor.setMid(START);
    await quotedAt(START);
    const { position } = dataOf(await open({ stop_lost: START * 0.95, take_profit: START * 1.05 }));
    for (const spike of [1.2, 0.8, 1.06, 0.94]) {
      vendor.quoteOnce(START * spike);
      await sleep(SEVERAL_QUOTES_MS);
    }
    expect((await positions()).open.map(({ id }) => id)).toEqual([position.id]);
    const sells = heard.map(({ sell }) => sell);
    expect(Math.max(...sells)).toBeLessThan(START * 1.01);
    expect(Math.min(...sells)).toBeGreaterThan(START * 0.99);
    await send(socket, 'closePosition', { id: position.id });
  });

  it('that crash by 15 % trade again within five seconds, at the new price', async () => {
    await quotedAt(START);
    const { position } = dataOf(await open({ stop_lost: START * 0.97 }));
    const crashed = START * 0.85;
    vendor.setMid(crashed);
    await state('halted');
    expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
    expect((await positions()).open.map(({ id }) => id)).toEqual([position.id]);
    await quotedAt(crashed);
    await eventually(async () => expect((await positions()).open).toEqual([]));
    const [closed] = (await positions()).history;
    expect(closed).toMatchObject({
      id: position.id,
      closingReason: 1,
      closed_rate: sidesOf(crashed).sell,
    });
    const after = dataOf(await open());
    expect(after.position.open_rate).toBeCloseTo(sidesOf(crashed).buy * 1.00025, 1);
    await send(socket, 'closePosition', { id: after.position.id });
    const alerts = server.log.filter((line) => line.includes('"alert"'));
    expect(alerts.join()).toMatch(/price-jumped.*jump-over/s);
    const mails = await readOutbox(server.dataDir);
    const notified = mails.filter((mail) => mail.includes('To: desk@'));
    expect(notified).toHaveLength(1);
    expect(notified[0]).toContain('Subject: BTCUSD is halted: its price jumped');
  });

  it('that stop make the symbol stale until they return', async () => {
    const mid = START * 0.85;
    await quotedAt(mid);
    const { position } = dataOf(await open());
    vendor.leave();
    await state('stale');
    expect(await open()).toMatchObject({ code: 'price-unavailable' });
    const close = await send(socket, 'closePosition', { id: position.id });
    expect(close).toMatchObject({ code: 'position-price-unavailable' });
    const status = (await server.operator('status')).printed.join('\n');
    expect(status).toMatch(/feed +binance is (down|connecting)/);
    const frozen = heard.length;
    await sleep(SEVERAL_QUOTES_MS);
    expect(heard.slice(frozen)).toEqual([]);
    vendor.comeBack();
    await quotedAt(mid);
    const closed = await send<{ position: Position }>(socket, 'closePosition', { id: position.id });
    expect(dataOf(closed).position.closed_rate).toBe(sidesOf(mid).sell);
    const states = server.log.filter((line) => line.includes('a feed changed its state'));
    expect(states.join()).toMatch(/"state":"up".*"state":"down".*"state":"up"/s);
  });

  it('are charted back to the vendor’s oldest minute meanwhile', async () => {
    const isRead = () => server.log.filter((line) => line.includes('twelve months of minutes'));
    await eventually(() => expect(isRead().join()).toContain('"symbol":"BTCUSD"'));
    expect((await server.operator('status')).printed.join('\n')).toMatch(
      /history +of 12 of 12 symbols is read, twelve months of minutes of [1-9]/,
    );
    const to = Date.now() - DAYS_OF_MINUTES * DAY_MS + CHARTED_MINUTES * MINUTE_MS;
    const query = `symbol=BTCUSD&timeframe=1m&from=0&to=${to}`;
    const oldest = dataOf((await server.get<Candle[]>(`/api/market/candles?${query}`)).envelope);
    expect(oldest.length).toBeGreaterThan(CHARTED_MINUTES - 5);
    const [first] = oldest;
    expect(oldest.map((candle) => candle.slice(0, 5))).toEqual(
      oldest.map((_, at) => {
        const startMs = (first?.[0] ?? NaN) + at * MINUTE_MS;
        return [startMs, priceOf(startMs), priceOf(startMs), priceOf(startMs), priceOf(startMs)];
      }),
    );
  });

  it('are stored with their reason if rejected, and logged if accepted', async () => {
    await server.stop();
    const db = await database.open();
    try {
      const refused = await db.query(
        `select reason, evidence, source from rejected_quotes
          where symbol = 'BTCUSD' and reason = 'hard-jump' order by id`,
        [],
      );
      const spike = sidesOf(START * 1.2);
      expect(refused[0]).toMatchObject({ source: 'binance' });
      expect(JSON.parse(String(refused[0]?.evidence))).toMatchObject({
        bidPoints: Math.round(spike.sell * 100),
        askPoints: Math.round(spike.buy * 100),
      });
      const [logged] = await db.query(
        `select count(*) as count, min(sell_points) as low, max(sell_points) as high
          from quote_log where symbol = 'BTCUSD' and source = 'binance'`,
        [],
      );
      expect(Number(logged?.count)).toBeGreaterThan(20);
      expect(Number(logged?.low)).toBe(Math.round(sidesOf(START * 0.85).sell * 100));
      expect(Number(logged?.high)).toBeLessThan(START * 101);
      const crashed = Math.round(sidesOf(START * 0.85).sell * 100);
      const [jump] = await db.query(
        `select extract(epoch from (select min(received_at) from quote_log where sell_points = $1)
            - (select min(rejected_at) from rejected_quotes
              where (evidence::jsonb ->> 'bidPoints')::bigint = $1))::float * 1000 as lasted_ms`,
        [crashed],
      );
      expect(Number(jump?.lasted_ms)).toBeGreaterThan(0);
      expect(Number(jump?.lasted_ms)).toBeLessThan(TRUE_JUMP_MS);
    } finally {
      await db.close();
    }
    server = await startServer({ database, environment: vendor.environment });
    const { code, printed } = await server.operator('audit');
    expect(printed.slice(-3)).toEqual([
      expect.stringMatching(/^\d+ fills agree with the quote log\.$/),
      expect.stringMatching(/^Audited \d+ practice accounts/),
      expect.stringContaining('everything agrees'),
    ]);
    expect(code).toBe(0);
  });
});

/** Another one each minute. */
function priceOf(startMs: number): number {
  return START + ((startMs / MINUTE_MS) % 97);
}

/** More than the week that is read at first. */
function minutesUntil(nowMs: number): VendorCandle[] {
  const lastMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const count = (DAYS_OF_MINUTES * DAY_MS) / MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    const startMs = lastMs - (count - 1 - index) * MINUTE_MS;
    const price = priceOf(startMs).toFixed(2);
    return { startMs, open: price, high: price, low: price, close: price, volume: 1 };
  });
}
