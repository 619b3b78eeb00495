import { HOUR_MS } from '@halyard/core/time';
import { startAlpacaServer } from '@halyard/testkit';
import type { AlpacaServer, AlpacaServerOptions } from '@halyard/testkit';
import { expect, it } from 'vitest';
import { createAlpaca } from '#adapter/adapter.ts';
import type { AlpacaOptions } from '#adapter/adapter.ts';
import {
  aMoment,
  collect,
  createRig,
  createTime,
  evenChance,
  makeVendorCandles,
  NOW_MS,
  toExpected,
  until,
} from '#adapter/testing/rig.ts';
import type { Rig } from '#adapter/testing/rig.ts';
import { aggregateCandles } from '#candle/candle.ts';
import type { Candle } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';

const KEY = 'key-that-nobody-may-see';
const SECRET = 'secret-that-nobody-may-see';

async function startRig(
  given: Partial<AlpacaServerOptions> = {},
  wanted: Partial<AlpacaOptions> = {},
): Promise<Rig<AlpacaServer>> {
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
  return createRig(server, adapter, time);
}

it('signs in, subscribes, and quotes the house’s spread around the middle', async () => {
  const rig = await startRig();
  await rig.up();
  expect(rig.server.subscriptions).toHaveLength(16);
  // Alpaca's bid and ask give a mid price of 300.00. With AAPL's spread of 1.93 bps: 300.00 × (1 ∓
  // 0.0000965) = 299.97105 and 300.02895.
  rig.server.quote('AAPL', { bid: '299.9', ask: '300.1', atMs: NOW_MS - 40 });
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['AAPL 29997/30003']);
  expect(rig.sink.ticks[0]?.sourceAtMs).toBe(NOW_MS - 40);
});

it('gives the whole market’s quotes as they are', async () => {
  const rig = await startRig({}, { feed: 'sip' });
  await rig.up();
  rig.server.quote('AAPL', { bid: '299.984', ask: '299.996' });
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['AAPL 29998/30000']);
});

it('reads a price by its digits, however many', async () => {
  const rig = await startRig({}, { feed: 'sip' });
  await rig.up();
  // Floating-point numbers would round both prices to 300.
  rig.server.quote('AAPL', { bid: '299.99999999999999999', ask: '300.00000000000000001' });
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['AAPL 29999/30001']);
});

it('tells no price from a quote that is wider than half a percent', async () => {
  const rig = await startRig();
  await rig.up();
  rig.server.quote('AAPL', { bid: '199.49', ask: '200.51' });
  rig.server.quote('AAPL', { bid: '100', ask: '200' });
  rig.server.quote('AAPL', { bid: '199.5', ask: '200.5' });
  await rig.untilTick(1);
  // The broker's spread around the mid price: 200.00 × (1 ∓ 0.0000965) = 199.9807 and 200.0193.
  expect(rig.quotes).toEqual(['AAPL 19998/20002']);
  expect(rig.adapter.rejections['too-wide']).toBe(2);
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
  const rig = await startRig();
  await rig.up();
  rig.server.sendRaw(raw);
  await until(() => rig.sink.rejections.length === 1, 'a rejection');
  expect(rig.sink.rejections[0]).toMatchObject({ reason, raw, atMs: NOW_MS });
  expect(rig.adapter.rejections).toMatchObject({ [reason]: 1 });
  rig.server.quote('AAPL', { bid: '299.9', ask: '300.1' });
  await rig.untilTick(1);
});

it('takes every good quote of a message, and none of the bad ones', async () => {
  const rig = await startRig();
  await rig.up();
  rig.server.sendRaw(
    `[${quote('').slice(1, -1)},7,${quote(',"bp":301').slice(1, -1)},${quote('').slice(1, -1)}]`,
  );
  await rig.untilTick(2);
  expect(rig.sink.rejections.map(({ reason }) => reason)).toEqual(['garbage', 'crossed']);
});

it('never gives a quote that is older than the one before', async () => {
  const rig = await startRig();
  await rig.up();
  for (const atMs of [-500, -100, -101, -100, 0]) {
    rig.server.quote('AAPL', { bid: '300', ask: '300.1', atMs: NOW_MS + atMs });
  }
  await rig.untilTick(4);
  const times = rig.sink.ticks.map(({ sourceAtMs }) => sourceAtMs - NOW_MS);
  expect(times).toEqual([-500, -100, -100, 0]);
});

it('comes back after a cut, signs in and subscribes anew', async () => {
  const rig = await startRig();
  await rig.up();
  rig.server.cut();
  await rig.untilState('down: ');
  rig.time.advance(1_000);
  await rig.untilState('up');
  expect(rig.server.subscriptions).toHaveLength(16);
});

it('waits until the vendor has seen that its one connection is gone', async () => {
  const rig = await startRig();
  await rig.up();
  rig.server.freeze();
  rig.time.advance(15_000);
  rig.time.advance(5_000);
  expect(rig.state).toBe('down: no sign of life');
  rig.time.advance(1_000);
  await rig.untilState('down: another connection uses this key');
  rig.server.thaw();
  await until(() => rig.server.connectionCount === 0, 'the end of the old connection');
  rig.time.advance(4_999);
  expect(rig.adapter.connection.state).toBe('down');
  rig.time.advance(1);
  await rig.untilState('up');
  expect(rig.server.socketCount).toBe(1);
});

it('stays on a connection that is quiet outside the session', async () => {
  const rig = await startRig();
  await rig.up();
  for (let round = 0; round < 6; round += 1) {
    rig.time.advance(15_000);
    await aMoment();
    rig.time.advance(5_000);
  }
  expect(rig.state).toBe('up: ');
  expect(rig.server.openedCount).toBe(1);
});

it('gives a connection up that does not greet', async () => {
  const rig = await startRig();
  rig.server.silence(true);
  await rig.adapter.start(rig.sink);
  await until(() => rig.server.connectionCount === 1, 'a connection');
  rig.time.advance(15_000);
  expect(rig.state).toBe('down: no answer to the subscription');
});

it('tries a refused key again after five minutes only, and tells it to nobody', async () => {
  const rig = await startRig({}, { secret: 'another-secret' });
  await rig.adapter.start(rig.sink);
  await rig.untilState('down: the key is refused');
  rig.time.advance(299_999);
  expect(rig.adapter.connection.state).toBe('down');
  rig.time.advance(1);
  expect(rig.adapter.connection.state).toBe('connecting');
  const request = { symbol: 'AAPL', timeframe: '1h', fromMs: 0, toMs: NOW_MS } as const;
  await expect(rig.adapter.candles({ ...request, limit: 1 })).rejects.toThrow(
    'Alpaca refuses the credentials (HTTP 403)',
  );
  const told = JSON.stringify([rig.sink.changes, rig.sink.rejections]);
  expect(told).not.toMatch(/key-|secret|127\.0\.0\.1/);
});

it.each([
  [405, 'symbol limit exceeded', 'more symbols than the plan has', 300_000],
  [407, 'slow client', 'read too slowly', 1_000],
  [409, 'insufficient subscription', 'the plan does not have this feed', 300_000],
  [500, 'internal error', 'error 500', 1_000],
])('takes the error %i (%s) for "%s"', async (code, message, reason, waitMs) => {
  const rig = await startRig();
  await rig.up();
  rig.server.sendError(code, message);
  await rig.untilState(`down: ${reason}`);
  rig.time.advance(waitMs - 1);
  expect(rig.adapter.connection.state).toBe('down');
  rig.time.advance(1);
  await rig.untilState('up');
});

it('has no more symbols than the plan', async () => {
  const rig = await startRig({ symbolsMax: 5 }, { symbolsMax: 5 });
  await rig.up();
  expect([...rig.adapter.symbols]).toEqual(['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN']);
  expect(rig.server.subscriptions).toHaveLength(5);
});

it('says which symbols it is not given', async () => {
  const rig = await startRig({ symbols: ['AAPL', 'MSFT'] }, { symbolsMax: 4 });
  await rig.adapter.start(rig.sink);
  await rig.untilState('degraded: gives no NVDA, GOOGL');
  rig.server.quote('AAPL', { bid: '299.9', ask: '300.1' });
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['AAPL 29997/30003']);
});

it('leaves nothing behind when it stops', async () => {
  const rig = await startRig();
  await rig.up();
  await rig.adapter.stop();
  await until(() => rig.server.socketCount === 0, 'the end of the connection');
  expect(rig.time.pendingTimers).toBe(0);
  expect(rig.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up', 'down']);
});

it('reads history page by page, the newest first, without a gap or a double', async () => {
  const rig = await startRig();
  const candles = makeVendorCandles(25_000, '1m', NOW_MS);
  rig.server.setCandles('AAPL', '1Min', candles);
  const range = { timeframe: '1m', fromMs: 0, toMs: NOW_MS + 1 } as const;
  const collecting = collect(rig.adapter.history({ symbol: 'AAPL', ...range }));
  for (const asked of [1, 2, 3]) {
    await until(() => rig.server.requests.length === asked, `request ${asked}`);
    rig.time.advance(400);
  }
  const collected = await collecting;
  expect(collected.map((page) => page.length)).toEqual([10_000, 10_000, 5_000]);
  expect(collected.toReversed().flat()).toEqual(toExpected(candles));
});

it('puts New York’s days on ours', async () => {
  const rig = await startRig();
  const days = makeVendorCandles(5, '1d', NOW_MS);
  const cutInNewYork = days.map((day) => ({ ...day, startMs: day.startMs + 5 * HOUR_MS }));
  rig.server.setCandles('AAPL', '1Day', cutInNewYork);
  const request = { symbol: 'AAPL', timeframe: '1d', fromMs: 0, toMs: NOW_MS } as const;
  expect(await rig.adapter.candles({ ...request, limit: 10 })).toEqual(toExpected(days));
});

it.each([
  ['4h', '1Hour', '1h'],
  ['1w', '1Day', '1d'],
] as const)('makes candles of %s of its own, out of %s', async (timeframe, name, source) => {
  const rig = await startRig();
  const parts = makeVendorCandles(40, source, NOW_MS);
  rig.server.setCandles('AAPL', name, parts);
  const whole = aggregateCandles(toExpected(parts) as Candle[], timeframe);
  const request = { symbol: 'AAPL', timeframe, fromMs: 0, toMs: NOW_MS };
  expect(await rig.adapter.candles({ ...request, limit: 100 })).toEqual(whole);
  rig.time.advance(400);
  expect(await rig.adapter.candles({ ...request, limit: 2 })).toEqual(whole.slice(-2));
  rig.time.advance(400);
  const [page, ...more] = await collect(rig.adapter.history(request));
  expect(page).toEqual(whole);
  expect(more).toEqual([]);
  rig.time.advance(400);
  const [second, third] = whole.slice(1, 3);
  const fromMs = (second?.startMs ?? 0) + 1;
  const toMs = (third?.startMs ?? 0) + 1;
  const some = await rig.adapter.candles({ ...request, fromMs, toMs, limit: 100 });
  expect(some).toEqual(whole.slice(1, 3));
});
