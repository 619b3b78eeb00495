import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { startBinanceRig } from '#adapter/testing/binance-rig.ts';
import { aMoment, NOW_MS, until } from '#adapter/testing/rig.ts';

const DAY_AND_MORE_MS = 85_600_000;

const BITCOIN = { bid: '97000.12000000', ask: '97000.13000000' };

it('subscribes to all its symbols and gives their best prices in points', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  expect(rig.server.subscriptions).toHaveLength(12);
  expect(rig.adapter.symbols.has('BTCUSD')).toBe(true);
  expect(rig.adapter.symbols.has('EURUSD')).toBe(false);
  expect(rig.server.quote('BTCUSDT', BITCOIN)).toBe(1);
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['BTCUSD 9700012/9700013']);
  expect(rig.sink.ticks[0]?.sourceAtMs).toBe(NOW_MS);
  expect(rig.state).toBe('up: ');
});

it('rounds what a customer sells at down and what one buys at up', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.quote('BTCUSDT', { bid: '97000.12999999', ask: '97000.13000001' });
  rig.server.quote('DOGEUSDT', { bid: '0.19345900', ask: '0.19346000' });
  rig.server.quote('TRXUSDT', { bid: '1', ask: '1.00000' });
  await rig.untilTick(3);
  expect(rig.quotes).toEqual([
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
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.sendRaw(raw);
  await until(() => rig.sink.rejections.length === 1, 'a rejection');
  const symbol = raw.includes('"BTCUSDT"') && reason !== 'garbage' ? 'BTCUSD' : undefined;
  expect(rig.sink.rejections).toEqual([{ reason, symbol, raw, atMs: NOW_MS }]);
  expect(rig.adapter.rejections).toMatchObject({ [reason]: 1 });
  rig.server.quote('BTCUSDT', BITCOIN);
  await rig.untilTick(1);
  expect(rig.quotes).toEqual(['BTCUSD 9700012/9700013']);
});

it('refuses a binary message and keeps the evidence short', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.sendRaw(new Uint8Array([1, 2, 3]));
  rig.server.sendRaw('x'.repeat(10_000));
  await until(() => rig.sink.rejections.length === 2, 'two rejections');
  expect(rig.sink.rejections.map(({ raw }) => raw.length)).toEqual([16, 500]);
  expect(rig.adapter.rejections.garbage).toBe(2);
});

it('drops a message that is too large, with its connection', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.sendRaw('x'.repeat(1_048_577));
  await rig.untilState('down: ');
  expect(rig.sink.ticks).toEqual([]);
});

it('refuses an older state of the book, until the numbering has plainly begun anew', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  rig.server.quote('BTCUSDT', { bid: '96000.00', ask: '96000.01', updateId: 999 });
  rig.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  await rig.untilTick(2);
  expect(rig.adapter.rejections['out-of-order']).toBe(1);
  expect(rig.quotes).toEqual(['BTCUSD 9700012/9700013', 'BTCUSD 9700012/9700013']);
  rig.time.jump(10_000);
  rig.server.quote('BTCUSDT', { bid: '96000.00', ask: '96000.01', updateId: 5 });
  await rig.untilTick(3);
  expect(rig.quotes[2]).toBe('BTCUSD 9600000/9600001');
});

it('gives a subscriber no time that runs backwards when the clock is set back', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  for (const jumpMs of [0, 700, -5_000, 300, 4_800]) {
    rig.time.jump(jumpMs);
    rig.server.quote('BTCUSDT', BITCOIN);
    await rig.untilTick(rig.sink.ticks.length + 1);
  }
  const times = rig.sink.ticks.map(({ sourceAtMs }) => sourceAtMs - NOW_MS);
  expect(times).toEqual([0, 700, 700, 700, 800]);
});

it('comes back after a cut, subscribes anew, and refuses what is older than before', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_000 });
  await rig.untilTick(1);
  rig.server.cut();
  await rig.untilState('down: ');
  expect(rig.time.pendingTimers).toBe(1);
  rig.time.advance(999);
  await aMoment();
  expect(rig.server.openedCount).toBe(1);
  rig.time.advance(1);
  await rig.untilState('up');
  expect(rig.server.subscriptions).toHaveLength(12);
  rig.server.quote('BTCUSDT', { ...BITCOIN, updateId: 990 });
  rig.server.quote('BTCUSDT', { ...BITCOIN, updateId: 1_001 });
  await rig.untilTick(2);
  expect(rig.adapter.rejections['out-of-order']).toBe(1);
});

it('waits twice as long after each failure in a row, a minute at most', async () => {
  const rig = await startBinanceRig();
  rig.server.refuseConnections(true);
  await rig.adapter.start(rig.sink);
  const waits: number[] = [];
  for (let failure = 1; failure <= 9; failure += 1) {
    await rig.untilState('down: ');
    waits.push(rig.outlast('down'));
  }
  // Half of each delay is random; the test fixes it at a half. The waits are therefore three
  // quarters of 1, 2, 4 … 60 seconds, and at least a second between two attempts.
  expect(waits).toEqual([1_000, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000]);
  rig.server.refuseConnections(false);
  await rig.untilState('up');
});

it('begins the waiting anew only after a connection that lasted', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  const waitAfterCut = async (): Promise<number> => {
    rig.server.cut();
    await rig.untilState('down: ');
    const waitMs = rig.outlast('down');
    await rig.untilState('up');
    return waitMs;
  };
  expect(await waitAfterCut()).toBe(1_000);
  expect(await waitAfterCut()).toBe(1_500);
  expect(await waitAfterCut()).toBe(3_000);
  rig.time.jump(30_000);
  expect(await waitAfterCut()).toBe(750);
});

it('leaves a half-open connection, and its socket with it', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.freeze();
  rig.time.advance(10_000);
  await aMoment();
  expect(rig.state).toBe('up: ');
  rig.time.advance(5_000);
  expect(rig.state).toBe('down: no sign of life');
  rig.time.advance(1_000);
  await rig.untilState('up');
  rig.server.thaw();
  await until(() => rig.server.socketCount === 1, 'the end of the old socket');
  expect(rig.server.connectionCount).toBe(1);
});

it('stays on a connection that gives nothing but signs of life', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  for (let round = 0; round < 6; round += 1) {
    rig.time.advance(10_000);
    await aMoment();
    rig.time.advance(4_999);
    rig.server.ping();
    await aMoment();
  }
  expect(rig.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
  expect(rig.server.openedCount).toBe(1);
  expect(rig.sink.ticks).toEqual([]);
});

it('takes over to a new connection without a gap when the server is about to go', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.time.advance(1_000);
  rig.server.announceShutdown();
  rig.server.announceShutdown();
  await until(() => rig.time.pendingTimers > 3, 'the plan of a new connection');
  rig.time.advance(1);
  await until(() => rig.server.openedCount === 2, 'a second connection');
  await until(() => rig.server.connectionCount === 1, 'the end of the first connection');
  expect(rig.server.subscriptions).toHaveLength(12);
  expect(rig.server.quote('BTCUSDT', BITCOIN)).toBe(1);
  await rig.untilTick(1);
  expect(rig.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
});

it('stays with the old connection while its successor cannot be had', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.time.advance(1_000);
  rig.server.refuseConnections(true);
  rig.server.announceShutdown();
  await until(() => rig.time.pendingTimers > 3, 'the plan of a new connection');
  rig.time.advance(1);
  await aMoment();
  rig.server.quote('BTCUSDT', BITCOIN);
  await rig.untilTick(1);
  expect(rig.state).toBe('up: ');
  rig.server.refuseConnections(false);
  rig.time.advance(1_000);
  await until(() => rig.server.openedCount === 2, 'a second connection');
  await until(() => rig.server.connectionCount === 1, 'the end of the first connection');
  expect(rig.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up']);
});

it('makes one new connection when the old one ends before its successor is there', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.announceShutdown();
  await until(() => rig.time.pendingTimers > 3, 'the plan of a new connection');
  rig.server.cut();
  await rig.untilState('down: ');
  rig.time.advance(MINUTE_MS);
  await rig.untilState('up');
  rig.time.advance(1_000);
  await aMoment();
  expect(rig.server.openedCount).toBe(2);
  expect(rig.server.connectionCount).toBe(1);
});

it('renews its connection before it is a day old', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.time.jump(DAY_AND_MORE_MS);
  rig.time.advance(1);
  rig.time.advance(1_000);
  await until(() => rig.server.openedCount === 2, 'a second connection');
  await until(() => rig.server.connectionCount === 1, 'the end of the first connection');
  expect(rig.state).toBe('up: ');
});

it('comes back after the daily disconnection', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  rig.server.disconnectDaily();
  await rig.untilState('down: closed by the vendor (1001)');
  rig.time.advance(1_000);
  await rig.untilState('up');
  expect(rig.server.subscriptions).toHaveLength(12);
});

it('waits as long as it is told when its address connects too often', async () => {
  const rig = await startBinanceRig();
  rig.server.limitRate({ times: 1, retryAfterSeconds: 30 });
  await rig.adapter.start(rig.sink);
  await rig.untilState('down: refused with HTTP 429');
  rig.time.advance(29_999);
  expect(rig.state).toBe('down: refused with HTTP 429');
  rig.time.advance(1);
  await rig.untilState('up');
});

it('gives a connection up that refuses the subscription, or does not answer it', async () => {
  const rig = await startBinanceRig();
  rig.server.answerSubscriptions('refused');
  await rig.adapter.start(rig.sink);
  await rig.untilState('down: refuses every subscription');
  rig.server.answerSubscriptions('unanswered');
  rig.time.advance(1_000);
  await until(() => rig.server.openedCount === 2, 'a second connection');
  rig.time.advance(15_000);
  expect(rig.state).toBe('down: no answer to the subscription');
  await until(() => rig.server.connectionCount === 0, 'the end of the connection');
});

it('leaves nothing behind when it stops, and says no more', async () => {
  const rig = await startBinanceRig();
  await rig.up();
  await rig.adapter.stop();
  await rig.adapter.stop();
  await until(() => rig.server.socketCount === 0, 'the end of the connection');
  expect(rig.time.pendingTimers).toBe(0);
  expect(rig.state).toBe('down: stopped');
  expect(rig.sink.changes.map(({ state }) => state)).toEqual(['connecting', 'up', 'down']);
});

it('leaves nothing behind when it stops while it connects, or waits', async () => {
  const connecting = await startBinanceRig();
  await connecting.adapter.start(connecting.sink);
  await connecting.adapter.stop();
  await aMoment();
  expect(connecting.server.socketCount).toBe(0);
  expect(connecting.time.pendingTimers).toBe(0);
  const waiting = await startBinanceRig();
  await waiting.up();
  waiting.server.cut();
  await waiting.untilState('down: ');
  await waiting.adapter.stop();
  expect(waiting.time.pendingTimers).toBe(0);
});
