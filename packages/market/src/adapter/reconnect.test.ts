import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { VENDORS } from './adapter.ts';
import { aMoment, createHarness, createTime, until } from './testing/harness.ts';
import type { Harness, VendorServer } from './testing/harness.ts';
import { VENDOR_FIXTURES } from './testing/vendor-fixtures.ts';

const RECONNECTS = 250;
const WARM_UP = 200;
const HALF_OPEN_EVERY = 20;
const OLDER_BY_MS = 40_000;
const HEAP_GROWTH_MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 90_000;

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

it.each(VENDORS)(
  'leaks nothing in hundreds of reconnects, and emits no earlier time: $name',
  async ({ name }) => {
    const time = createTime();
    const fixture = await VENDOR_FIXTURES[name].start(time);
    const harness = createHarness(fixture.server, fixture.adapter, time);
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    await harness.up();
    const before = { timers: time.pendingTimers, sockets: countSockets(), heapBytes: 0 };
    for (let round = 1; round <= RECONNECTS; round += 1) {
      await reconnect(harness, round);
      const count = harness.sink.ticks.length;
      const price = { bid: `${round + 1}.1`, ask: `${round + 1}.2` };
      const nowMs = time.clock.nowMs();
      fixture.quote(price, nowMs);
      await harness.untilTick(count + 1);
      fixture.quote(price, nowMs - OLDER_BY_MS);
      fixture.quote(price, nowMs);
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
