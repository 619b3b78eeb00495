import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startAlpacaServer, startBinanceServer, startOandaServer } from '@halyard/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';
import { createAlpaca, createBinance, createOanda } from './adapter.ts';
import type { Adapter } from './adapter.ts';
import { aMoment, createHarness, createTime, evenChance, until } from './testing/harness.ts';
import type { Harness, VendorServer } from './testing/harness.ts';

const RECONNECTS = 250;
const WARM_UP = 200;
const HALF_OPEN_EVERY = 20;
const HEAP_GROWTH_MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 90_000;
const SECRETS = { token: 'token', account: 'account', key: 'key', secret: 'secret' };

type Vendor = {
  readonly server: VendorServer;
  readonly adapter: Adapter;
  /** Sends a new quote, or one that is older than the last. */
  readonly quote: (round: number, isOld: boolean) => void;
};

const VENDORS: Readonly<Record<string, (time: VirtualTime) => Promise<Vendor>>> = {
  async binance(time) {
    const server = await startBinanceServer({ nowMs: time.clock.nowMs, pingEveryMs: 0 });
    const { streamUrl, restUrl } = server;
    return {
      server,
      adapter: createBinance({ ...common(time), streamUrl, restUrl }),
      quote: (round, isOld) => {
        const updateId = isOld ? round - 1 : round + 1;
        server.quote('BTCUSDT', { bid: `${round + 1}.00`, ask: `${round + 1}.50`, updateId });
      },
    };
  },
  async oanda(time) {
    const options = { ...SECRETS, nowMs: time.clock.nowMs, heartbeatEveryMs: 0 };
    const server = await startOandaServer(options);
    const { streamUrl, restUrl } = server;
    const environment = 'practice';
    return {
      server,
      adapter: createOanda({ ...common(time), ...SECRETS, environment, streamUrl, restUrl }),
      quote: (round, isOld) => {
        const atMs = time.clock.nowMs() - (isOld ? 40_000 : 0);
        server.quote('EUR_USD', { bids: [`${round + 1}.1`], asks: [`${round + 1}.2`], atMs });
      },
    };
  },
  async alpaca(time) {
    const server = await startAlpacaServer({ ...SECRETS, nowMs: time.clock.nowMs });
    const { streamUrl, restUrl } = server;
    const plan = { feed: 'sip', symbolsMax: 30 } as const;
    return {
      server,
      adapter: createAlpaca({ ...common(time), ...SECRETS, ...plan, streamUrl, restUrl }),
      quote: (round, isOld) => {
        const atMs = time.clock.nowMs() - (isOld ? 40_000 : 0);
        server.quote('AAPL', { bid: `${round + 1}.1`, ask: `${round + 1}.2`, atMs });
      },
    };
  },
};

function common(time: VirtualTime) {
  return { instruments: loadCatalogue(), ...time, chance: evenChance };
}

function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

/** Ends the connection in one of several ways and waits until the adapter has reconnected. */
async function reconnect(harness: Harness<VendorServer>, round: number) {
  const { server, time } = harness;
  // After 30 s the link counts as stable, so the next delay is the first one again.
  time.jump(30_000);
  if (round % HALF_OPEN_EVERY === 0) {
    server.freeze();
    harness.outlast('up');
    server.thaw();
    await until(() => server.connectionCount === 0, 'the end of the connection');
  } else {
    server.cut();
    await harness.untilState('down');
  }
  harness.outlast('down');
  await harness.untilState('up');
}

it.each(Object.keys(VENDORS))(
  'leaks nothing in hundreds of reconnects, and emits no earlier time: %s',
  async (name) => {
    const time = createTime();
    const vendor = await VENDORS[name]?.(time);
    if (vendor === undefined) throw new Error('a vendor');
    const harness = createHarness(vendor.server, vendor.adapter, time);
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    await harness.up();
    const before = { timers: time.pendingTimers, sockets: countSockets(), heapBytes: 0 };
    for (let round = 1; round <= RECONNECTS; round += 1) {
      await reconnect(harness, round);
      const count = harness.sink.ticks.length;
      vendor.quote(round, false);
      await harness.untilTick(count + 1);
      vendor.quote(round, true);
      vendor.quote(round, false);
      await harness.untilTick(count + 2);
      if (round === WARM_UP) before.heapBytes = usedHeapBytes();
    }
    harness.sink.changes.length = 0;
    expect(harness.server.openedCount).toBe(RECONNECTS + 1);
    expect(harness.server.connectionCount).toBe(1);
    expect(harness.adapter.rejections['out-of-order']).toBe(RECONNECTS);
    expect(harness.sink.ticks.length).toBeGreaterThanOrEqual(2 * RECONNECTS);
    const times = harness.sink.ticks.map(({ sourceAtMs }) => sourceAtMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(time.pendingTimers).toBe(before.timers);
    harness.sink.ticks.length = 0;
    harness.sink.rejections.length = 0;
    expect(usedHeapBytes() - before.heapBytes).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
    await until(() => countSockets() <= before.sockets, 'the end of the old sockets');
    await harness.adapter.stop();
    await until(() => harness.server.socketCount === 0, 'the end of the last socket');
    await aMoment();
    expect(time.pendingTimers).toBe(0);
    expect(warnings).toEqual([]);
  },
  TIMEOUT_MS,
);
