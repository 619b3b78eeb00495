import { HOUR_MS } from '@halyard/core/time';
import { startAlpacaServer } from '@halyard/testkit';
import type { AlpacaServer, AlpacaServerOptions } from '@halyard/testkit';
import { expect, it } from 'vitest';
import { createAlpaca } from '#adapter/adapter.ts';
import type { AlpacaOptions } from '#adapter/adapter.ts';
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
import { aggregateCandles } from '#candle/candle.ts';
import type { Candle } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';

const KEY = 'key-that-nobody-may-see';
const SECRET = 'secret-that-nobody-may-see';

async function startHarness(
  given: Partial<AlpacaServerOptions> = {},
  wanted: Partial<AlpacaOptions> = {},
): Promise<Harness<AlpacaServer>> {
  const time = createTime();
  const server = await startAlpacaServer({
    key: KEY,
    secret: SECRET,
    nowMs: time.clock.nowMs,
    ...given,
  });
  const { streamUrl, restUrl } = server;
  const adapter = createAlpaca({
    instruments: loadCatalogue(),
    ...time,
    chance: evenChance,
    key: KEY,
    secret: SECRET,
    feed: 'iex',
    symbolsMax: 30,
    streamUrl,
    restUrl,
    ...wanted,
  });
  return createHarness(server, adapter, time);
}

it('signs in, subscribes, and quotes the broker’s spread around the mid price', async () => {
  const harness = await startHarness();
  await harness.up();
  expect(harness.server.subscriptions).toHaveLength(16);
  // Alpaca's bid and ask give a mid price of 300.00. With AAPL's spread of 1.93 bps: 300.00 × (1 ∓
  // 0.0000965) = 299.97105 and 300.02895.
  harness.server.quote('AAPL', { bid: '299.9', ask: '300.1', atMs: NOW_MS - 40 });
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['AAPL 29997/30003']);
  expect(harness.sink.ticks[0]?.sourceAtMs).toBe(NOW_MS - 40);
});

it('passes consolidated quotes on unchanged', async () => {
  const harness = await startHarness({}, { feed: 'sip' });
  await harness.up();
  harness.server.quote('AAPL', { bid: '299.984', ask: '299.996' });
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['AAPL 29998/30000']);
});

it('reads a price by its digits, however many', async () => {
  const harness = await startHarness({}, { feed: 'sip' });
  await harness.up();
  // Floating-point numbers would round both prices to 300.
  harness.server.quote('AAPL', { bid: '299.99999999999999999', ask: '300.00000000000000001' });
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['AAPL 29999/30001']);
});

it('derives no price from a quote wider than half a percent', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.quote('AAPL', { bid: '199.49', ask: '200.51' });
  harness.server.quote('AAPL', { bid: '100', ask: '200' });
  harness.server.quote('AAPL', { bid: '199.5', ask: '200.5' });
  await harness.untilTick(1);
  // The broker's spread around the mid price: 200.00 × (1 ∓ 0.0000965) = 199.9807 and 200.0193.
  expect(harness.quotes).toEqual(['AAPL 19998/20002']);
  expect(harness.adapter.rejections['too-wide']).toBe(2);
});

const quote = (given: string): string =>
  `[{"T":"q","S":"AAPL","bp":299.9,"ap":300.1,"t":"2026-11-20T15:30:00.123456789Z"${given}}]`;

it.each([
  ['garbage', 'no JSON'],
  ['garbage', '{"T":"q","S":"AAPL","bp":299.9,"ap":300.1,"t":"2026-11-20T15:30:00Z"}'],
  ['garbage', '["q"]'],
  ['garbage', '[{"T":"b","S":"AAPL"}]'],
  ['garbage', '[{"T":"success","msg":"hello"}]'],
  ['garbage', quote(',"S":null')],
  ['unknown-symbol', quote(',"S":7')],
  ['unknown-symbol', quote(',"S":"ZZZZ"')],
  ['missing-side', quote(',"bp":0')],
  ['missing-side', quote(',"ap":0.00')],
  ['missing-side', quote(',"ap":null')],
  ['not-a-price', quote(',"ap":-1')],
  ['not-a-price', quote(',"ap":3e2')],
  ['not-a-price', quote(',"ap":1e999')],
  ['not-a-price', quote(',"ap":"NaN"')],
  ['crossed', quote(',"bp":300.2')],
  ['no-time', quote(',"t":1795188600')],
  ['no-time', quote(',"t":null')],
  ['from-the-future', quote(',"t":"2026-11-20T15:30:02.001Z"')],
])('refuses, counts and shows as %s: %s', async (reason, raw) => {
  const harness = await startHarness();
  await harness.up();
  harness.server.sendRaw(raw);
  await until(() => harness.sink.rejections.length === 1, 'a rejection');
  expect(harness.sink.rejections[0]).toMatchObject({ reason, raw, atMs: NOW_MS });
  expect(harness.adapter.rejections).toMatchObject({ [reason]: 1 });
  harness.server.quote('AAPL', { bid: '299.9', ask: '300.1' });
  await harness.untilTick(1);
});

it('accepts every valid quote of a message and rejects the others', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.sendRaw(
    `[${quote('').slice(1, -1)},7,${quote(',"bp":301').slice(1, -1)},${quote('').slice(1, -1)}]`,
  );
  await harness.untilTick(2);
  expect(harness.sink.rejections.map(({ reason }) => reason)).toEqual(['garbage', 'crossed']);
});

it('never emits a quote that is older than the previous one', async () => {
  const harness = await startHarness();
  await harness.up();
  for (const atMs of [-500, -100, -101, -100, 0]) {
    harness.server.quote('AAPL', { bid: '300', ask: '300.1', atMs: NOW_MS + atMs });
  }
  await harness.untilTick(4);
  const times = harness.sink.ticks.map(({ sourceAtMs }) => sourceAtMs - NOW_MS);
  expect(times).toEqual([-500, -100, -100, 0]);
});

it('reconnects after a disconnection, signs in and subscribes again', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.cut();
  await harness.untilState('down: ');
  harness.time.advance(1_000);
  await harness.untilState('up');
  expect(harness.server.subscriptions).toHaveLength(16);
});

it('waits until the vendor has seen that its one connection is gone', async () => {
  const harness = await startHarness();
  await harness.up();
  harness.server.freeze();
  harness.time.advance(15_000);
  harness.time.advance(5_000);
  expect(harness.state).toBe('down: no sign of life');
  harness.time.advance(1_000);
  await harness.untilState('down: another connection uses this key');
  harness.server.thaw();
  await until(() => harness.server.connectionCount === 0, 'the end of the old connection');
  harness.time.advance(4_999);
  expect(harness.adapter.connection.state).toBe('down');
  harness.time.advance(1);
  await harness.untilState('up');
  expect(harness.server.socketCount).toBe(1);
});

it('stays on a connection that is quiet outside the session', async () => {
  const harness = await startHarness();
  await harness.up();
  for (let round = 0; round < 6; round += 1) {
    harness.time.advance(15_000);
    await aMoment();
    harness.time.advance(5_000);
  }
  expect(harness.state).toBe('up: ');
  expect(harness.server.openedCount).toBe(1);
});

it('closes a connection that sends no greeting', async () => {
  const harness = await startHarness();
  harness.server.silence(true);
  await harness.adapter.start(harness.sink);
  await until(() => harness.server.connectionCount === 1, 'a connection');
  harness.time.advance(15_000);
  expect(harness.state).toBe('down: no answer to the subscription');
});

it('retries a rejected key only after five minutes, and never shows it', async () => {
  const harness = await startHarness({}, { secret: 'another-secret' });
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: the key is refused');
  harness.time.advance(299_999);
  expect(harness.adapter.connection.state).toBe('down');
  harness.time.advance(1);
  expect(harness.adapter.connection.state).toBe('connecting');
  const request = { symbol: 'AAPL', timeframe: '1h', fromMs: 0, toMs: NOW_MS } as const;
  await expect(harness.adapter.candles({ ...request, limit: 1 })).rejects.toThrow(
    'Alpaca refuses the credentials (HTTP 403)',
  );
  const reported = JSON.stringify([harness.sink.changes, harness.sink.rejections]);
  expect(reported).not.toMatch(/key-|secret|127\.0\.0\.1/);
});

it.each([
  [405, 'symbol limit exceeded', 'more symbols than the plan has', 300_000],
  [407, 'slow client', 'read too slowly', 1_000],
  [409, 'insufficient subscription', 'the plan does not have this feed', 300_000],
  [500, 'internal error', 'error 500', 1_000],
])('reports the error %i (%s) as "%s"', async (code, message, reason, waitMs) => {
  const harness = await startHarness();
  await harness.up();
  harness.server.sendError(code, message);
  await harness.untilState(`down: ${reason}`);
  harness.time.advance(waitMs - 1);
  expect(harness.adapter.connection.state).toBe('down');
  harness.time.advance(1);
  await harness.untilState('up');
});

it('subscribes to no more symbols than the plan allows', async () => {
  const harness = await startHarness({ symbolsMax: 5 }, { symbolsMax: 5 });
  await harness.up();
  expect([...harness.adapter.symbols]).toEqual(['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN']);
  expect(harness.server.subscriptions).toHaveLength(5);
});

it('reports the symbols that the vendor does not deliver', async () => {
  const harness = await startHarness({ symbols: ['AAPL', 'MSFT'] }, { symbolsMax: 4 });
  await harness.adapter.start(harness.sink);
  await harness.untilState('degraded: gives no NVDA, GOOGL');
  harness.server.quote('AAPL', { bid: '299.9', ask: '300.1' });
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['AAPL 29997/30003']);
});

it('leaves no timers or connections when it stops', async () => {
  const harness = await startHarness();
  await harness.up();
  await harness.adapter.stop();
  await until(() => harness.server.socketCount === 0, 'the end of the connection');
  expect(harness.time.pendingTimers).toBe(0);
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up', 'down']);
});

it('reads history page by page, newest first, without gaps or duplicates', async () => {
  const harness = await startHarness();
  const candles = makeVendorCandles(25_000, '1m', NOW_MS);
  harness.server.setCandles('AAPL', '1Min', candles);
  const range = { timeframe: '1m', fromMs: 0, toMs: NOW_MS + 1 } as const;
  const collecting = collect(harness.adapter.history({ symbol: 'AAPL', ...range }));
  for (const asked of [1, 2, 3]) {
    await until(() => harness.server.requests.length === asked, `request ${asked}`);
    harness.time.advance(400);
  }
  const collected = await collecting;
  expect(collected.map((page) => page.length)).toEqual([10_000, 10_000, 5_000]);
  expect(collected.toReversed().flat()).toEqual(toExpected(candles));
});

it('maps New York days to our days', async () => {
  const harness = await startHarness();
  const days = makeVendorCandles(5, '1d', NOW_MS);
  const cutInNewYork = days.map((day) => ({ ...day, startMs: day.startMs + 5 * HOUR_MS }));
  harness.server.setCandles('AAPL', '1Day', cutInNewYork);
  const request = { symbol: 'AAPL', timeframe: '1d', fromMs: 0, toMs: NOW_MS } as const;
  expect(await harness.adapter.candles({ ...request, limit: 10 })).toEqual(toExpected(days));
});

it.each([
  ['4h', '1Hour', '1h'],
  ['1w', '1Day', '1d'],
] as const)('builds candles of %s from %s', async (timeframe, name, source) => {
  const harness = await startHarness();
  const parts = makeVendorCandles(40, source, NOW_MS);
  harness.server.setCandles('AAPL', name, parts);
  const whole = aggregateCandles(toExpected(parts) as Candle[], timeframe);
  const request = { symbol: 'AAPL', timeframe, fromMs: 0, toMs: NOW_MS };
  expect(await harness.adapter.candles({ ...request, limit: 100 })).toEqual(whole);
  harness.time.advance(400);
  expect(await harness.adapter.candles({ ...request, limit: 2 })).toEqual(whole.slice(-2));
  harness.time.advance(400);
  const [page, ...more] = await collect(harness.adapter.history(request));
  expect(page).toEqual(whole);
  expect(more).toEqual([]);
  harness.time.advance(400);
  const [second, third] = whole.slice(1, 3);
  const fromMs = (second?.startMs ?? 0) + 1;
  const toMs = (third?.startMs ?? 0) + 1;
  const some = await harness.adapter.candles({ ...request, fromMs, toMs, limit: 100 });
  expect(some).toEqual(whole.slice(1, 3));
});
