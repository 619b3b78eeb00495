// Two vendors of one category through the whole program: one stands in for the other, and when both
// are gone nothing is invented.
import type { PriceBook } from '@halyard/contract/live';
import type { Position } from '@halyard/contract/trading';
import { startOandaServer, type OandaServer } from '@halyard/testkit';
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
import { sidesOf, startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const BINANCE_MID = 97_000;
/** In dollars, where the other one's is in a coin that stands for dollars. */
const OANDA = { sell: 97_020, buy: 97_050 };
const QUOTE_EVERY_MS = 200;
const ACCOUNT = '101-004-1234567-001';

const PUSHES_MS = 1_500;

describeOnDatabase('two vendors of one category', (database) => {
  let binance: VendorPrices;
  let oanda: OandaServer;
  let server: TestServer;
  let socket: Socket;
  let quoting: NodeJS.Timeout;
  /** All that /prices ever said, newest last. */
  const heard: PriceBook[] = [];

  beforeAll(async () => {
    binance = await startVendorPrices(BINANCE_MID);
    oanda = await startOandaServer({ token: 'a-token', account: ACCOUNT });
    // Until then the preferred one is the only one there is.
    oanda.refuseConnections(true);
    quoting = setInterval(() => {
      oanda.quote('BTC_USD', { bids: [OANDA.sell.toFixed(2)], asks: [OANDA.buy.toFixed(2)] });
    }, QUOTE_EVERY_MS);
    server = await startServer({
      database,
      environment: {
        ...binance.environment,
        FEED: 'crypto=binance|oanda,forex=simulator',
        OANDA_TOKEN: 'a-token',
        OANDA_ACCOUNT: ACCOUNT,
        OANDA_STREAM_URL: oanda.streamUrl,
        OANDA_URL: oanda.restUrl,
      },
    });
    await server.connect('/prices', undefined, (early) => {
      early.on('price', (book: PriceBook) => heard.push(book));
    });
    const session = await signUpTrader(server, 'two@example.com', '100000');
    socket = await server.connect('/positions', session.access_token);
  });
  afterAll(async () => {
    clearInterval(quoting);
    await server.stop();
    await binance.close();
    await oanda.close();
  });

  const last = (symbol: string) => heard.findLast((book) => book[symbol] !== undefined)?.[symbol];
  const shows = (symbol: string, wanted: object) =>
    eventually(() => expect(last(symbol)).toMatchObject(wanted));
  const open = async () =>
    await send<{ position: Position }>(socket, 'openPosition', {
      symbol: 'BTCUSD',
      direction: 'buy',
      leverage: 2,
      amount: 100,
      price: (last('BTCUSD')?.buy ?? 0) * 1.01,
    });
  const close = async (id: number) =>
    await send<{ position: Position }>(socket, 'closePosition', { id });
  let opened: Position;

  it('quote a symbol from the preferred one while it has prices', async () => {
    await shows('BTCUSD', { ...sidesOf(BINANCE_MID), state: 'live' });
    oanda.refuseConnections(false);
    await eventually(async () => {
      const status = (await server.operator('status')).printed.join('\n');
      expect(status).toMatch(/feed +binance is up/);
      expect(status).toMatch(/feed +oanda is up/);
    });
    opened = dataOf(await open()).position;
    expect(opened.open_rate).toBeCloseTo(sidesOf(BINANCE_MID).buy * 1.00025, 1);
    expect(heard.every((book) => book['BTCUSD']?.sell !== OANDA.sell)).toBe(true);
  });

  it('replace one another: a position closes at the quote of the second', async () => {
    binance.leave();
    await shows('BTCUSD', { ...OANDA, state: 'live' });
    const { position } = dataOf(await close(opened.id));
    expect(position.closed_rate).toBe(OANDA.sell);
    expect(server.log.join()).toMatch(/"kind":"source-changed","from":"binance","to":"oanda"/);
    // What only the first one has is frozen: neither the second nor a simulation quotes it.
    await shows('ETHUSD', { ...sidesOf(2_000), state: 'stale' });
  });

  it('make the symbol stale when both are unavailable', async () => {
    opened = dataOf(await open()).position;
    oanda.refuseConnections(true);
    oanda.cut();
    await shows('BTCUSD', { ...OANDA, state: 'stale' });
    const frozen = heard.length;
    expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
    expect(await close(opened.id)).toMatchObject({ code: 'position-price-unavailable' });
    // Long enough for several pushes. The simulated category may be closed: it is of the week's days.
    await new Promise((resolve) => setTimeout(resolve, PUSHES_MS));
    expect(heard.slice(frozen).flatMap((book) => Object.keys(book))).not.toContain('BTCUSD');
  });

  it('resume as soon as one of them is available', async () => {
    binance.comeBack();
    await shows('BTCUSD', { ...sidesOf(BINANCE_MID), state: 'live' });
    const { position } = dataOf(await close(opened.id));
    expect(position.closed_rate).toBe(sidesOf(BINANCE_MID).sell);
  });

  it('are one price environment, and are distinguished by name in the log', async () => {
    const audit = (await server.operator('audit')).printed;
    expect(audit.at(-1)).toContain('everything agrees');
    await server.stop();
    const db = await database.open();
    try {
      const sources = await db.query(
        `select distinct symbol, source from quote_log
          where symbol in ('BTCUSD', 'ETHUSD') order by symbol, source`,
        [],
      );
      expect(sources.map(({ symbol, source }) => `${String(symbol)} ${String(source)}`)).toEqual([
        'BTCUSD binance',
        'BTCUSD oanda',
        'ETHUSD binance',
      ]);
      const environments = await db.query(
        `select distinct world from price_worlds where symbol in ('BTCUSD', 'ETHUSD')`,
        [],
      );
      expect(environments).toEqual([{ world: 'real' }]);
    } finally {
      await db.close();
    }
  });
});
