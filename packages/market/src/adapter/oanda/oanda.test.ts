import { startOandaServer } from '@halyard/testkit';
import type { OandaServer, OandaServerOptions } from '@halyard/testkit';
import { expect, it } from 'vitest';
import { createOanda } from '#adapter/adapter.ts';
import {
  aMoment,
  collect,
  createHarness,
  createTime,
  evenChance,
  makeVendorCandles,
  NOW_MS,
  toExpected,
  until,
} from '#adapter/testing/harness.ts';
import type { Harness } from '#adapter/testing/harness.ts';
import { TIMEFRAMES } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';

const TOKEN = 'token-that-nobody-may-see';
const ACCOUNT = '101-004-1234567-001';
const EURO = { bids: ['1.15143', '1.15140'], asks: ['1.15151', '1.15155'] };

async function startHarness(
  given: Partial<OandaServerOptions> = {},
  token = TOKEN,
): Promise<Harness<OandaServer>> {
  const time = createTime();
  const server = await startOandaServer({
    token: TOKEN,
    account: ACCOUNT,
    nowMs: time.clock.nowMs,
    heartbeatEveryMs: 0,
    ...given,
  });
  const { streamUrl, restUrl } = server;
  const adapter = createOanda({
    instruments: loadCatalogue(),
    ...time,
    chance: evenChance,
    token,
    account: ACCOUNT,
    environment: 'practice',
    streamUrl,
    restUrl,
  });
  return createHarness(server, adapter, time);
}

it('streams the best prices of all its symbols, in points, at the vendor’s time', async () => {
  const harness = await startHarness();
  await harness.up();
  expect(harness.server.subscriptions).toHaveLength(38);
  harness.server.quote('EUR_USD', { ...EURO, atMs: NOW_MS - 250 });
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['EURUSD 115143/115151']);
  expect(harness.sink.ticks[0]?.sourceAtMs).toBe(NOW_MS - 250);
  const has = (symbol: string): boolean => harness.adapter.symbols.has(symbol);
  expect([has('BTCUSD'), has('SOLUSD'), has('AAPL')]).toEqual([true, false, false]);
});

it('rounds the bid down and the ask up', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.quote('XAU_USD', { bids: ['4071.129'], asks: ['4071.131'] });
  harness.server.quote('JP225_USD', { bids: ['49000.9'], asks: ['49000.9'] });
  await harness.untilTick(2);
  expect(harness.quotes).toEqual(['XAUUSD 407112/407114', 'JP225 49000/49001']);
});

const price = (given: object): string =>
  JSON.stringify({
    type: 'PRICE',
    instrument: 'EUR_USD',
    time: '2026-11-20T15:30:00.000000000Z',
    tradeable: true,
    bids: [{ price: '1.15143', liquidity: 1 }],
    asks: [{ price: '1.15151', liquidity: 1 }],
    ...given,
  });

it.each([
  ['garbage', 'no JSON'],
  ['garbage', '{"type":"PRICE"'],
  ['garbage', '[]'],
  ['garbage', '{"type":"NEWS"}'],
  ['garbage', price({ instrument: 7 })],
  ['garbage', price({ tradeable: 'true' })],
  ['unknown-symbol', price({ instrument: 'EUR_XXX' })],
  ['missing-side', price({ bids: undefined })],
  ['missing-side', price({ asks: [] })],
  ['missing-side', price({ asks: [{ liquidity: 1 }] })],
  ['missing-side', price({ asks: ['1.15151'] })],
  ['missing-side', price({ bids: [{ price: '0.00000' }] })],
  ['not-a-price', price({ bids: [{ price: 'NaN' }] })],
  ['not-a-price', price({ bids: [{ price: '-1.15143' }] })],
  ['not-a-price', price({ bids: [{ price: 1.15143 }] })],
  ['crossed', price({ bids: [{ price: '1.15152' }] })],
  ['crossed', price({ bids: [{ price: '1.151510001' }] })],
  ['no-time', price({ time: undefined })],
  ['no-time', price({ time: 'yesterday' })],
  ['no-time', price({ time: '1795188600.000000000' })],
  ['no-time', price({ time: '2026-13-20T15:30:00Z' })],
  ['from-the-future', price({ time: '2026-11-20T15:30:02.001000000Z' })],
])('refuses, counts and shows as %s: %s', async (reason, raw) => {
  const harness = await startHarness();
  await harness.up();
  harness.server.sendRaw(`${raw}\n`);
  await until(() => harness.sink.rejections.length === 1, 'a rejection');
  expect(harness.sink.rejections[0]).toMatchObject({ reason, raw, atMs: NOW_MS });
  expect(harness.adapter.rejections).toMatchObject({ [reason]: 1 });
  harness.server.quote('EUR_USD', EURO);
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['EURUSD 115143/115151']);
});

it('never emits a quote that is older than the previous one', async () => {
  const harness = await startHarness();
  await harness.up();
  for (const atMs of [-3_000, -1_000, -2_000, -1_000, -1_001, 0, 1_999, 1_998]) {
    harness.server.quote('EUR_USD', { ...EURO, atMs: NOW_MS + atMs });
  }
  harness.server.quote('GBP_USD', { ...EURO, atMs: NOW_MS - 9_000 });
  await harness.untilTick(6);
  const euros = harness.sink.ticks.filter(({ symbol }) => symbol === 'EURUSD');
  expect(euros.map(({ sourceAtMs }) => sourceAtMs - NOW_MS)).toEqual([
    -3_000, -1_000, -1_000, 0, 1_999,
  ]);
  expect(harness.adapter.rejections['out-of-order']).toBe(3);
});

it('shows the price of a closed market and does not trade on it', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.quote('EUR_USD', { ...EURO, tradeable: false });
  harness.server.quote('EUR_USD', { ...EURO, tradeable: false });
  harness.server.quote('EUR_USD', EURO);
  await harness.untilTick(1);
  expect(harness.sink.known.map(({ symbol }) => symbol)).toEqual(['EURUSD', 'EURUSD']);
  expect(harness.sink.tradeables).toEqual([
    ['EURUSD', false],
    ['EURUSD', true],
  ]);
});

it('treats a symbol without liquidity on one side as not tradeable', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.quote('EUR_USD', EURO);
  harness.server.quote('EUR_USD', { ...EURO, asks: [] });
  harness.server.quote('EUR_USD', EURO);
  await harness.untilTick(2);
  expect(harness.sink.tradeables).toEqual([
    ['EURUSD', true],
    ['EURUSD', false],
    ['EURUSD', true],
  ]);
  expect(harness.adapter.rejections['missing-side']).toBe(1);
});

it('joins lines that arrive in pieces', async () => {
  const harness = await startHarness();
  await harness.up();
  const line = `${price({})}\r\n`;
  for (const piece of [line.slice(0, 20), line.slice(20, 60), `${line.slice(60)}\n${line}`]) {
    harness.server.sendRaw(piece);
    await aMoment();
  }
  await harness.untilTick(2);
  expect(harness.sink.rejections).toEqual([]);
});

it('closes a stream whose line does not end', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.sendRaw('x'.repeat(70_000));
  await harness.untilState('down: sent a line without end');
  await until(() => harness.server.connectionCount === 0, 'the end of the stream');
  expect(harness.sink.rejections).toEqual([]);
});

it('keeps a stream that sends only heartbeats, and leaves one that sends none', async () => {
  const harness = await startHarness();
  await harness.up();
  for (let beat = 0; beat < 10; beat += 1) {
    harness.time.advance(5_000);
    harness.server.heartbeat();
    await aMoment();
  }
  expect(harness.state).toBe('up: ');
  harness.time.advance(10_999);
  expect(harness.state).toBe('up: ');
  harness.time.advance(1);
  expect(harness.state).toBe('down: no sign of life');
  await until(() => harness.server.connectionCount === 0, 'the end of the stream');
});

it('reconnects after a disconnection, and uses the prices of the snapshot', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.cut();
  await harness.untilState('down: no connection');
  harness.server.quote('EUR_USD', EURO);
  harness.time.advance(1_000);
  await harness.untilState('up');
  await harness.untilTick(1);
  expect(harness.server.subscriptions).toHaveLength(38);
  expect(harness.quotes).toEqual(['EURUSD 115143/115151']);
});

it('closes a half-open stream and destroys its socket', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.freeze();
  harness.time.advance(11_000);
  expect(harness.state).toBe('down: no sign of life');
  await aMoment();
  harness.time.advance(1_000);
  await harness.untilState('up');
  harness.server.thaw();
  await until(() => harness.server.socketCount === 1, 'the end of the old socket');
  expect(harness.server.connectionCount).toBe(1);
});

it('closes a stream that sends nothing', async () => {
  const harness = await startHarness();
  harness.server.silence(true);
  await harness.adapter.start(harness.sink);
  await until(() => harness.server.connectionCount === 1, 'a stream');
  await aMoment();
  harness.time.advance(11_000);
  expect(harness.state).toBe('down: no sign of life');
});

it('retries a rejected token only after five minutes, and never shows it', async () => {
  const harness = await startHarness({}, 'another-token');
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: the token is refused');
  harness.time.advance(299_999);
  expect(harness.adapter.connection.state).toBe('down');
  harness.time.advance(1);
  expect(harness.adapter.connection.state).toBe('connecting');
  const request = { symbol: 'EURUSD', timeframe: '1h', fromMs: 0, toMs: NOW_MS } as const;
  await expect(harness.adapter.candles({ ...request, limit: 1 })).rejects.toThrow(
    'OANDA refuses the credentials (HTTP 401)',
  );
  const reported = JSON.stringify([harness.sink.changes, harness.sink.rejections]);
  expect(reported).not.toMatch(/token-|-token|101-004|127\.0\.0\.1/);
});

it('reports an unknown account', async () => {
  const harness = await startHarness({ account: '101-004-7654321-001' });
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: the account is not known');
  harness.time.advance(299_999);
  expect(harness.adapter.connection.state).toBe('down');
});

it('requests the account’s instruments when the subscription is rejected', async () => {
  const harness = await startHarness({ instruments: ['EUR_USD', 'XAU_USD'] });
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: refused with HTTP 400');
  await until(() => harness.server.requests.length === 2, 'the question');
  await aMoment();
  harness.time.advance(1_000);
  await harness.untilState('degraded: the account has no GBP_USD, USD_JPY');
  expect(harness.server.subscriptions).toEqual(['EUR_USD', 'XAU_USD']);
  harness.server.quote('EUR_USD', EURO);
  await harness.untilTick(1);
});

it('waits as long as the vendor demands after too many connections', async () => {
  const harness = await startHarness();
  harness.server.limitRate({ times: 1, retryAfterSeconds: 20 });
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: refused with HTTP 429');
  harness.time.advance(19_999);
  expect(harness.adapter.connection.state).toBe('down');
  harness.time.advance(1);
  await harness.untilState('up');
});

it('leaves no timers or connections when it stops', async () => {
  const harness = await startHarness();
  await harness.up();
  await harness.adapter.stop();
  await until(() => harness.server.socketCount === 0, 'the end of the stream');
  expect(harness.time.pendingTimers).toBe(0);
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up', 'down']);
});

it('reads history page by page, newest first, without gaps or duplicates', async () => {
  const harness = await startHarness();
  const candles = makeVendorCandles(12_000, '1m', NOW_MS);
  harness.server.setCandles('XAU_USD', 'M1', candles);
  const range = { timeframe: '1m', fromMs: 0, toMs: NOW_MS + 1 } as const;
  const collecting = collect(harness.adapter.history({ symbol: 'XAUUSD', ...range }));
  for (const asked of [1, 2, 3]) {
    await until(() => harness.server.requests.length === asked, `request ${asked}`);
    harness.time.advance(100);
  }
  const collected = await collecting;
  expect(collected.map((page) => page.length)).toEqual([5_000, 5_000, 2_000]);
  expect(collected.toReversed().flat()).toEqual(toExpected(candles));
});

it.each(TIMEFRAMES)('returns candles of %s that begin where ours do', async (timeframe) => {
  const names = { '1m': 'M1', '5m': 'M5', '15m': 'M15', '30m': 'M30' } as const;
  const longNames = { '1h': 'H1', '4h': 'H4', '1d': 'D', '1w': 'W' } as const;
  const harness = await startHarness();
  // Candle weeks begin on Monday; 1970-01-01 was a Thursday, so the first week starts on the fourth
  // day.
  const untilMs = timeframe === '1w' ? Date.parse('2026-11-16T00:00Z') : NOW_MS;
  const candles = makeVendorCandles(3, timeframe === '1w' ? '1d' : timeframe, untilMs).map(
    (candle, index) =>
      timeframe === '1w' ? { ...candle, startMs: untilMs - (2 - index) * 604_800_000 } : candle,
  );
  harness.server.setCandles('XAU_USD', { ...names, ...longNames }[timeframe], candles);
  const request = { symbol: 'XAUUSD', timeframe, fromMs: 0, toMs: NOW_MS + 1, limit: 10 };
  expect(await harness.adapter.candles(request)).toEqual(toExpected(candles));
});
