import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PRICE_INTERVAL_MS,
  type PriceBook,
  fromQuoteBatch,
  type QuoteBatch,
} from '@halyard/contract/live';
import { CANDLES_MAX, type Candle, type MarketQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  nextMessage,
  send,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('the price feed', (database) => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    server = await startServer({ database, environment: stagePrices(folder) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('sends the whole book on connecting, then changes [c-ws-prices-channel] [c-listen-price] [e-price] [s-prices-live]', async () => {
    const books: PriceBook[] = [];
    const socket = await server.connect('/prices', undefined, (early) => {
      early.on('price', (book: PriceBook) => books.push(book));
    });
    await nextMessage<PriceBook>(socket, 'price');
    const first = books[0] ?? {};
    expect(Object.keys(first).toSorted()).toEqual(['BTCUSD', 'ETHUSD']);
    expect(first['BTCUSD']).toEqual({
      buy: STILL.buy,
      sell: STILL.sell,
      ts: expect.any(Number),
      state: 'live',
    });
    const rose = await nextMessage<PriceBook>(
      socket,
      'price',
      (book) => (book['ETHUSD']?.sell ?? 0) > (first['ETHUSD']?.sell ?? Infinity),
    );
    expect(rose['ETHUSD']).toMatchObject({ state: 'live' });
  });

  it('sends at most four messages a second', async () => {
    const socket = await server.connect('/prices');
    const cameAt: number[] = [];
    socket.on('price', () => cameAt.push(performance.now()));
    await sleep(3_000);
    // The book on connecting, and one message each quarter of a second; a timer may be late.
    expect(cameAt.length).toBeGreaterThan(3);
    expect(cameAt.length).toBeLessThanOrEqual(1 + 13);
  });

  it('narrows a client to the symbols it names, and no other client', async () => {
    const narrow = await server.connect('/prices');
    const wide = await server.connect('/prices');
    const heard: PriceBook[] = [];
    const bookOfOne = nextMessage<PriceBook>(
      narrow,
      'price',
      (book) => Object.keys(book).join() === 'BTCUSD',
    );
    const answer = await send(narrow, 'subscribe', { symbols: ['BTCUSD', 'NOTHING', 'BTCUSD'] });
    expect(answer).toEqual({ status: 'success', data: { symbols: ['BTCUSD'] } });
    expect(await bookOfOne).toMatchObject({ BTCUSD: { sell: STILL.sell } });
    narrow.on('price', (book: PriceBook) => heard.push(book));
    await nextMessage<PriceBook>(wide, 'price', (book) => 'ETHUSD' in book && !('BTCUSD' in book));
    await nextMessage<PriceBook>(narrow, 'price');
    expect(new Set(heard.flatMap((book) => Object.keys(book)))).toEqual(new Set(['BTCUSD']));

    await send(narrow, 'subscribe', { symbols: ['BTCUSD', 'ETHUSD'] });
    await nextMessage<PriceBook>(narrow, 'price', (book) => 'ETHUSD' in book);
  });

  it('sends what a page watches in the short form, and an empty batch to a page that shows no price', async () => {
    const blank = await server.connect('/prices');
    await send(blank, 'watch', { symbols: [] });
    // The page reopens a feed that is silent for ten seconds.
    const beat = nextMessage<QuoteBatch>(blank, 'quotes');

    const page = await server.connect('/prices');
    const first = nextMessage<QuoteBatch>(page, 'quotes');
    const watched = await send(page, 'watch', { symbols: ['BTCUSD', 'NOTHING'] });
    expect(watched).toEqual({ status: 'success', data: { symbols: ['BTCUSD'] } });
    expect(fromQuoteBatch(await first)).toEqual({
      BTCUSD: { buy: STILL.buy, sell: STILL.sell, ts: expect.any(Number), state: 'live' },
    });
    await send(page, 'watch', { symbols: ['ETHUSD'] });
    const full: PriceBook[] = [];
    page.on('price', (book: PriceBook) => full.push(book));
    const seen: string[] = [];
    page.on('quotes', ([, quotes]: QuoteBatch) => seen.push(...Object.keys(quotes)));
    expect(await beat).toEqual([0, {}]);
    expect([full, new Set(seen)]).toEqual([[], new Set(['ETHUSD'])]);

    await send(page, 'subscribe', { symbols: ['ETHUSD'] });
    await nextMessage<PriceBook>(page, 'price', (book) => 'ETHUSD' in book);
  });

  it.each([
    ['watch', { symbols: 'BTCUSD' }, 'invalid'],
    ['subscribe', { symbols: 'BTCUSD' }, 'invalid'],
    ['subscribe', { symbols: Array.from({ length: 201 }, () => 'BTCUSD') }, 'invalid'],
    ['subscribe', undefined, 'invalid'],
    ['openPosition', {}, 'not-found'],
  ])('refuses %s with %j: %s', async (event, message, code) => {
    const socket = await server.connect('/prices');
    expect(await send(socket, event, message)).toMatchObject({ status: 'error', code });
  });

  it('lists the latest quotes with the daily change and a spark line', async () => {
    const quotes = dataOf(
      (await server.get<Record<string, MarketQuote>>('/api/market/quotes')).envelope,
    );
    expect(Object.keys(quotes).toSorted()).toEqual(['BTCUSD', 'ETHUSD']);
    expect(quotes['BTCUSD']).toMatchObject({ buy: STILL.buy, sell: STILL.sell, state: 'live' });
    expect(quotes['BTCUSD']?.spark.every((close) => close === STILL.sell)).toBe(true);
  });

  it('shows a price in the list of quotes no later than one interval after it was sent', async () => {
    const socket = await server.connect('/prices');
    for (let turn = 0; turn < 3; turn += 1) {
      await server.get('/api/market/quotes');
      const sent = await nextMessage<PriceBook>(socket, 'price', (book) => 'ETHUSD' in book);
      await sleep(PRICE_INTERVAL_MS);
      const { envelope } = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
      expect(dataOf(envelope)['ETHUSD']?.ts).toBeGreaterThanOrEqual(sent['ETHUSD']?.ts ?? Infinity);
    }
  });

  const candles = async (query: Record<string, string | number>) => {
    const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]);
    const search = new URLSearchParams(pairs).toString();
    return await server.get<Candle[]>(`/api/market/candles?${search}`);
  };
  const range = { symbol: 'ETHUSD', timeframe: '1m', from: 0, to: 8.64e15 };

  it('returns candles of the bid in ascending order, never of the future', async () => {
    const rows = dataOf((await candles(range)).envelope);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(CANDLES_MAX);
    for (const [index, [t, o, h, l, c]] of rows.entries()) {
      expect(t % MINUTE_MS).toBe(0);
      expect(t).toBeLessThanOrEqual(Date.now());
      expect(t).toBeGreaterThan(rows[index - 1]?.[0] ?? 0);
      expect(l).toBeLessThanOrEqual(Math.min(o, c));
      expect(h).toBeGreaterThanOrEqual(Math.max(o, c));
      expect(l).toBeGreaterThanOrEqual(2_000);
    }
    const [last] = rows.slice(-1);
    const before = dataOf((await candles({ ...range, to: last?.[0] ?? 0 })).envelope);
    expect(before.map(([t]) => t)).toEqual(rows.slice(0, -1).map(([t]) => t));
  });

  it.each([
    [{ symbol: 'NOTHING' }, 404, 'not-found'],
    [{ timeframe: '2m' }, 422, 'invalid'],
    [{ from: -1 }, 422, 'invalid'],
    [{ from: 1.5 }, 422, 'invalid'],
    [{ to: 'now' }, 422, 'invalid'],
    [{ from: 10, to: 9 }, 422, 'invalid'],
    [{ limit: 5 }, 422, 'invalid'],
  ])('refuses candles with %j: %d %s', async (change, status, code) => {
    const reply = await candles({ ...range, ...(change as Record<string, string | number>) });
    expect(reply).toMatchObject({ status, envelope: { status: 'error', code } });
  });

  it('lists the assets as this customer may trade them [c-assets] [o-asset-classes]', async () => {
    const { access_token: token } = await signUp(server, 'assets@example.com');
    const assets = dataOf((await server.get<Asset[]>('/api/get/assets', { token })).envelope);
    expect(assets.find(({ symbol }) => symbol === 'BTCUSD')).toMatchObject({
      asset_category_id: 3,
      position_assets_category: { name: 'crypto', leverage: '1,2' },
      decimals: 2,
      state: 'live',
      session: { open: true },
    });
    expect(assets.find(({ symbol }) => symbol === 'EURUSD')).toMatchObject({
      asset_category_id: 1,
      position_assets_category: { name: 'forex', leverage: '1,2,3,5,10,15,20,30' },
      state: 'none',
    });
    expect(new Set(assets.map(({ asset_category_id: id }) => id))).toEqual(
      new Set([1, 2, 3, 4, 5]),
    );
    expect(new Set(assets.map(({ id }) => id)).size).toBe(assets.length);
    expect((await server.get('/api/get/assets')).status).toBe(401);

    await server.stop();
    server = await startServer({ database, environment: stagePrices(folder) });
    const again = dataOf((await server.get<Asset[]>('/api/get/assets', { token })).envelope);
    expect(again.map(({ id, symbol }) => [symbol, id])).toEqual(
      assets.map(({ id, symbol }) => [symbol, id]),
    );
  });
});
