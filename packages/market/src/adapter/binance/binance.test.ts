import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { startBinanceHarness } from './testing/binance-fixture.ts';
import { aMoment, NOW_MS, until } from '#adapter/testing/harness.ts';

const DAY_AND_MORE_MS = 85_600_000;

const BITCOIN = { bid: '97000.12000000', ask: '97000.13000000' };

it('subscribes to all its symbols and emits their best prices in points', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  expect(harness.server.subscriptions).toHaveLength(12);
  expect(harness.adapter.symbols.has('BTCUSD')).toBe(true);
  expect(harness.adapter.symbols.has('EURUSD')).toBe(false);
  expect(harness.server.quote('BTCUSDT', BITCOIN)).toBe(1);
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['BTCUSD 9700012/9700013']);
  expect(harness.sink.ticks[0]?.sourceAtMs).toBe(NOW_MS);
  expect(harness.state).toBe('up: ');
});

it('rounds the bid down and the ask up', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.quote('BTCUSDT', { bid: '97000.12999999', ask: '97000.13000001' });
  harness.server.quote('DOGEUSDT', { bid: '0.19345900', ask: '0.19346000' });
  harness.server.quote('TRXUSDT', { bid: '1', ask: '1.00000' });
  await harness.untilTick(3);
  expect(harness.quotes).toEqual([
    'BTCUSD 9700012/9700014',
    'DOGEUSD 19345/19346',
    'TRXUSD 100000/100000',
  ]);
});

it.each([
  ['garbage', 'no JSON'],
  ['garbage', '{"u":1,"s":"BTCUSDT","b":"1.0","a":"2.0"'],
  ['garbage', '[]'],
  ['garbage', '"BTCUSDT"'],
  ['garbage', 'null'],
  ['garbage', '{"e":"kline","s":"BTCUSDT"}'],
  ['garbage', '{"u":"1","s":"BTCUSDT","b":"1.0","a":"2.0"}'],
  ['garbage', '{"u":1.5,"s":"BTCUSDT","b":"1.0","a":"2.0"}'],
  ['unknown-symbol', '{"u":1,"s":"NOSUCHUSDT","b":"1.0","a":"2.0"}'],
  ['unknown-symbol', '{"u":1,"s":"btcusdt","b":"1.0","a":"2.0"}'],
  ['missing-side', '{"u":1,"s":"BTCUSDT","a":"2.0"}'],
  ['missing-side', '{"u":1,"s":"BTCUSDT","b":"1.0"}'],
  ['missing-side', '{"u":1,"s":"BTCUSDT","b":null,"a":"2.0"}'],
  ['missing-side', '{"u":1,"s":"BTCUSDT","b":"","a":"2.0"}'],
  ['missing-side', '{"u":1,"s":"BTCUSDT","b":"0.00000000","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"NaN","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"1.0","a":"Infinity"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"-1.0","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"1e0","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"1,0","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":" 1.0","a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":1.0,"a":2.0}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":["1.0"],"a":"2.0"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"1.0","a":"999999999999999"}'],
  ['not-a-price', '{"u":1,"s":"BTCUSDT","b":"0.001","a":"2.0"}'],
  ['crossed', '{"u":1,"s":"BTCUSDT","b":"2.0","a":"1.0"}'],
  ['crossed', '{"u":1,"s":"BTCUSDT","b":"1.00000002","a":"1.00000001"}'],
])('refuses, counts and shows as %s: %s', async (reason, raw) => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.sendRaw(raw);
  await until(() => harness.sink.rejections.length === 1, 'a rejection');
  const symbol = raw.includes('"BTCUSDT"') && reason !== 'garbage' ? 'BTCUSD' : undefined;
  expect(harness.sink.rejections).toEqual([{ reason, symbol, raw, atMs: NOW_MS }]);
  expect(harness.adapter.rejections).toMatchObject({ [reason]: 1 });
  harness.server.quote('BTCUSDT', BITCOIN);
  await harness.untilTick(1);
  expect(harness.quotes).toEqual(['BTCUSD 9700012/9700013']);
});

it('rejects a binary message and truncates the evidence', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.sendRaw(new Uint8Array([1, 2, 3]));
  harness.server.sendRaw('x'.repeat(10_000));
  await until(() => harness.sink.rejections.length === 2, 'two rejections');
  expect(harness.sink.rejections.map(({ raw }) => raw.length)).toEqual([16, 500]);
  expect(harness.adapter.rejections.garbage).toBe(2);
});

it('drops a message that is too large, with its connection', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.sendRaw('x'.repeat(1_048_577));
  await harness.untilState('down: ');
  expect(harness.sink.ticks).toEqual([]);
});

it('rejects an older book state until the numbering has clearly restarted', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  harness.server.quote('BTCUSDT', { bid: '96000.00', ask: '96000.01', updateId: 999 });
  harness.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  await harness.untilTick(2);
  expect(harness.adapter.rejections['out-of-order']).toBe(1);
  expect(harness.quotes).toEqual(['BTCUSD 9700012/9700013', 'BTCUSD 9700012/9700013']);
  harness.time.jump(10_000);
  harness.server.quote('BTCUSDT', { bid: '96000.00', ask: '96000.01', updateId: 5 });
  await harness.untilTick(3);
  expect(harness.quotes[2]).toBe('BTCUSD 9600000/9600001');
});

it('emits no earlier time when the clock is set back', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  for (const jumpMs of [0, 700, -5_000, 300, 4_800]) {
    harness.time.jump(jumpMs);
    harness.server.quote('BTCUSDT', BITCOIN);
    await harness.untilTick(harness.sink.ticks.length + 1);
  }
  const times = harness.sink.ticks.map(({ sourceAtMs }) => sourceAtMs - NOW_MS);
  expect(times).toEqual([0, 700, 700, 700, 800]);
});

it('reconnects after a disconnection, subscribes again, and rejects older quotes', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  await harness.untilTick(1);
  harness.server.cut();
  await harness.untilState('down: ');
  expect(harness.time.pendingTimers).toBe(1);
  harness.time.advance(999);
  await aMoment();
  expect(harness.server.openedCount).toBe(1);
  harness.time.advance(1);
  await harness.untilState('up');
  expect(harness.server.subscriptions).toHaveLength(12);
  harness.server.quote('BTCUSDT', { ...BITCOIN, updateId: 990 });
  harness.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_001 });
  await harness.untilTick(2);
  expect(harness.adapter.rejections['out-of-order']).toBe(1);
});

it('doubles the wait after each consecutive failure, up to a minute', async () => {
  const harness = await startBinanceHarness();
  harness.server.refuseConnections(true);
  await harness.adapter.start(harness.sink);
  const waits: number[] = [];
  for (let failure = 1; failure <= 9; failure += 1) {
    await harness.untilState('down: ');
    waits.push(harness.outlast('down'));
  }
  // Half of each delay is random; the test fixes it at a half. The waits are therefore three
  // quarters of 1, 2, 4 … 60 seconds, and at least a second between two attempts.
  expect(waits).toEqual([1_000, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000]);
  harness.server.refuseConnections(false);
  await harness.untilState('up');
});

it('resets the wait only after a connection that lasted', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  const waitAfterCut = async (): Promise<number> => {
    harness.server.cut();
    await harness.untilState('down: ');
    const waitMs = harness.outlast('down');
    await harness.untilState('up');
    return waitMs;
  };
  expect(await waitAfterCut()).toBe(1_000);
  expect(await waitAfterCut()).toBe(1_500);
  expect(await waitAfterCut()).toBe(3_000);
  harness.time.jump(30_000);
  expect(await waitAfterCut()).toBe(750);
});

it('closes a half-open connection and destroys its socket', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.freeze();
  harness.time.advance(10_000);
  await aMoment();
  expect(harness.state).toBe('up: ');
  harness.time.advance(5_000);
  expect(harness.state).toBe('down: no sign of life');
  harness.time.advance(1_000);
  await harness.untilState('up');
  harness.server.thaw();
  await until(() => harness.server.socketCount === 1, 'the end of the old socket');
  expect(harness.server.connectionCount).toBe(1);
});

it('keeps a connection that sends heartbeats only', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  for (let round = 0; round < 6; round += 1) {
    harness.time.advance(10_000);
    await aMoment();
    harness.time.advance(4_999);
    harness.server.ping();
    await aMoment();
  }
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
  expect(harness.server.openedCount).toBe(1);
  expect(harness.sink.ticks).toEqual([]);
});

it('moves to a new connection without a gap when the server announces its end', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.time.advance(1_000);
  harness.server.announceShutdown();
  harness.server.announceShutdown();
  await until(() => harness.time.pendingTimers > 3, 'the plan of a new connection');
  harness.time.advance(1);
  await until(() => harness.server.openedCount === 2, 'a second connection');
  await until(() => harness.server.connectionCount === 1, 'the end of the first connection');
  expect(harness.server.subscriptions).toHaveLength(12);
  expect(harness.server.quote('BTCUSDT', BITCOIN)).toBe(1);
  await harness.untilTick(1);
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
});

it('keeps the old connection while a new one cannot be made', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.time.advance(1_000);
  harness.server.refuseConnections(true);
  harness.server.announceShutdown();
  await until(() => harness.time.pendingTimers > 3, 'the plan of a new connection');
  harness.time.advance(1);
  await aMoment();
  harness.server.quote('BTCUSDT', BITCOIN);
  await harness.untilTick(1);
  expect(harness.state).toBe('up: ');
  harness.server.refuseConnections(false);
  harness.time.advance(1_000);
  await until(() => harness.server.openedCount === 2, 'a second connection');
  await until(() => harness.server.connectionCount === 1, 'the end of the first connection');
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
});

it('makes one new connection when the old one ends before the next is ready', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.announceShutdown();
  await until(() => harness.time.pendingTimers > 3, 'the plan of a new connection');
  harness.server.cut();
  await harness.untilState('down: ');
  harness.time.advance(MINUTE_MS);
  await harness.untilState('up');
  harness.time.advance(1_000);
  await aMoment();
  expect(harness.server.openedCount).toBe(2);
  expect(harness.server.connectionCount).toBe(1);
});

it('renews its connection before it is a day old', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.time.jump(DAY_AND_MORE_MS);
  harness.time.advance(1);
  harness.time.advance(1_000);
  await until(() => harness.server.openedCount === 2, 'a second connection');
  await until(() => harness.server.connectionCount === 1, 'the end of the first connection');
  expect(harness.state).toBe('up: ');
});

it('reconnects after the daily disconnection', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  harness.server.disconnectDaily();
  await harness.untilState('down: closed by the vendor (1001)');
  harness.time.advance(1_000);
  await harness.untilState('up');
  expect(harness.server.subscriptions).toHaveLength(12);
});

it('waits as long as the vendor demands after too many connections', async () => {
  const harness = await startBinanceHarness();
  harness.server.limitRate({ times: 1, retryAfterSeconds: 30 });
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: refused with HTTP 429');
  harness.time.advance(29_999);
  expect(harness.state).toBe('down: refused with HTTP 429');
  harness.time.advance(1);
  await harness.untilState('up');
});

it('closes a connection that rejects the subscription or does not answer it', async () => {
  const harness = await startBinanceHarness();
  harness.server.answerSubscriptions('refused');
  await harness.adapter.start(harness.sink);
  await harness.untilState('down: refuses every subscription');
  harness.server.answerSubscriptions('unanswered');
  harness.time.advance(1_000);
  await until(() => harness.server.openedCount === 2, 'a second connection');
  harness.time.advance(15_000);
  expect(harness.state).toBe('down: no answer to the subscription');
  await until(() => harness.server.connectionCount === 0, 'the end of the connection');
});

it('leaves no timers or connections when it stops, and emits nothing more', async () => {
  const harness = await startBinanceHarness();
  await harness.up();
  await harness.adapter.stop();
  await harness.adapter.stop();
  await until(() => harness.server.socketCount === 0, 'the end of the connection');
  expect(harness.time.pendingTimers).toBe(0);
  expect(harness.state).toBe('down: stopped');
  expect(harness.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up', 'down']);
});

it('leaves no timers or connections when it stops while it connects or waits', async () => {
  const connecting = await startBinanceHarness();
  await connecting.adapter.start(connecting.sink);
  await connecting.adapter.stop();
  await aMoment();
  expect(connecting.server.socketCount).toBe(0);
  expect(connecting.time.pendingTimers).toBe(0);
  const waiting = await startBinanceHarness();
  await waiting.up();
  waiting.server.cut();
  await waiting.untilState('down: ');
  await waiting.adapter.stop();
  expect(waiting.time.pendingTimers).toBe(0);
});
