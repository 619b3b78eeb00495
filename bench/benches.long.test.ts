// Runs each bench once with a small load. `npm test` runs one of them (bench.test.ts); these need a
// minute of the processor and run with `npm run long-tests`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATABASE, lastLineOf } from './run-bench.ts';
import { findChromium } from './web-browser.ts';

type Heard = { readonly messagesPerSecond: number; readonly bytesPerMessage: number };

type Answers = { readonly perSecond: number; readonly bytesPerAnswer: number };
type ApiRead = { readonly own: Answers; readonly bare: Answers };

it('ends with the figures of orders as JSON', async () => {
  const waits = { p50Ms: expect.any(Number), p99Ms: expect.any(Number) };
  const figures = await lastLineOf('orders', '0.01', '--only', DATABASE);
  expect(figures).toMatchObject({
    name: 'orders',
    [DATABASE]: { pairsPerSecond: expect.any(Number), atThousand: waits },
  });
  const { postgres = { ratio: 1 } } = figures as { postgres?: { ratio: number } };
  expect(postgres.ratio).toBeGreaterThan(0);
}, 120_000);

it('ends with the figures of edges as JSON', async () => {
  const load = { p99Ms: expect.any(Number), pairsPerSecond: expect.any(Number) };
  expect(await lastLineOf('edges', '0.05')).toMatchObject({
    name: 'edges',
    inProcess: load,
    byEdges: [1, 2, 4].map((edges) => ({ edges, ...load })),
    replicationCostPercent: expect.any(Number),
  });
}, 180_000);

it('ends with the figures of engine-crash as JSON', async () => {
  const figures = await lastLineOf('engine-crash', '0.01', '--only', DATABASE);
  expect(figures).toMatchObject({
    name: 'engine-crash',
    inMemory: { closes: 1_000 },
    durable: { [DATABASE]: { closes: 1_000, longestWaitMs: expect.any(Number) } },
  });
}, 120_000);

it('ends with the cost of metrics and its interval as JSON', async () => {
  const figures = await lastLineOf('metrics', '0.01', '--only', DATABASE);
  expect(figures).toMatchObject({
    name: 'metrics',
    pairs: 6,
    [DATABASE]: {
      ordersPerSecond: { with: expect.any(Number), without: expect.any(Number) },
      interval95Percent: [expect.any(Number), expect.any(Number)],
    },
  });
}, 120_000);

it('ends with the figures of feed as JSON, both formats with messages of equal size', async () => {
  const measured = { lost: 0, isVoid: expect.any(Boolean), delayMs: { p99: expect.any(Number) } };
  const both = { feed: measured, raw: measured, ratio: expect.any(Number) };
  const figures = (await lastLineOf('feed', '0.002')) as Record<
    string,
    { feed: Heard; raw: Heard }
  >;
  expect(figures).toMatchObject({
    name: 'feed',
    everything: { ...both, sockets: 10 },
    eightSymbols: { ...both, sockets: 40, watchLists: 64 },
    ownLists: { ...both, sockets: 10, watchLists: 10 },
  });
  for (const crowd of ['everything', 'eightSymbols', 'ownLists']) {
    const { feed, raw } = figures[crowd] ?? expect.fail(crowd);
    // The same bytes but for the prices' digits, or the comparison means nothing.
    expect(Math.abs(feed.bytesPerMessage / raw.bytesPerMessage - 1)).toBeLessThan(0.05);
    expect(feed.messagesPerSecond).toBeGreaterThan(0);
  }
});

it('ends with the figures of simulator as JSON', async () => {
  expect(await lastLineOf('simulator', '0.01')).toMatchObject({
    name: 'simulator',
    symbols: 1,
    yearOfMinutes: { slowest: { symbol: 'EURUSD', candles: expect.any(Number) } },
    live: { ticksPerSecond: expect.any(Number), coreShareAt4Hz: expect.any(Number) },
  });
});

it('ends with the figures of boot as JSON, for every seeded position', async () => {
  const loaded = { seconds: expect.any(Number), memory: { rssMaxBytes: expect.any(Number) } };
  expect(await lastLineOf('boot', '0.001', '--only', DATABASE)).toMatchObject({
    name: 'boot',
    positions: 1_000,
    [DATABASE]: { ...loaded, bareSeconds: expect.any(Number) },
  });
}, 120_000);

it('ends with the figures of api as JSON, beside routes of nearly the same size', async () => {
  const figures = (await lastLineOf('api', '0.002')) as { reads: Record<string, ApiRead> };
  expect(figures).toMatchObject({ name: 'api', accounts: 20, byClock: { isVoid: false } });
  expect(Object.keys(figures.reads)).toEqual(['getBalance', 'assets', 'quotes', 'candles']);
  for (const { own, bare } of Object.values(figures.reads)) {
    expect(own.perSecond).toBeGreaterThan(0);
    // The program sends headers more; quotes change while they are measured.
    expect(Math.abs(own.bytesPerAnswer - bare.bytesPerAnswer)).toBeLessThan(2_000);
  }
}, 120_000);

it('ends with the figures of api-orders as JSON, for every order route', async () => {
  const figures = (await lastLineOf('api-orders', '0.03')) as { readonly rest?: object };
  expect(figures).toMatchObject({ name: 'api-orders', traders: 2 });
  // Where no PostgreSQL answers there is nothing to measure.
  if (figures.rest === undefined) return;
  const way = { ordersPerSecond: expect.any(Number), p50Ms: expect.any(Number) };
  expect(figures).toMatchObject({ rest: way, stream: way, socket: way, bare: way });
  expect(figures).toMatchObject({ statementsPerSecond: expect.any(Number) });
}, 120_000);

it('ends with the figures of lists as JSON, for every kind of query', async () => {
  const waits = { p50Ms: expect.any(Number), p99Ms: expect.any(Number) };
  const figures = (await lastLineOf('lists', '0.001')) as { readonly lists?: object };
  expect(figures).toMatchObject({ name: 'lists', customers: 300, positions: 2_000 });
  // Where no PostgreSQL answers there is nothing to ask.
  if (figures.lists === undefined) return;
  const kinds = { first: waits, deep: waits, searched: waits, filtered: waits };
  expect(figures.lists).toMatchObject({ customers: kinds, positions: kinds });
}, 120_000);

const isWebBuilt = existsSync(join(import.meta.dirname, '../packages/web/dist/index.html'));

it.skipIf(!isWebBuilt || findChromium() === undefined)(
  'ends with the figures of web as JSON, where the app is built and Chromium is there',
  async () => {
    const page = { bodyBytes: expect.any(Number), bodyBytesByType: { Script: expect.any(Number) } };
    expect(await lastLineOf('web', '0.005')).toMatchObject({
      name: 'web',
      loaded: { login: page, platform: page },
      rest: { positionRows: 5, wholeBookKilobytesPerSecond: expect.any(Number) },
      loadOfFourCharts: { charts: 4, busyShare: { mean: expect.any(Number) } },
      load: {
        charts: 1,
        positionRows: 200,
        busyShare: { mean: expect.any(Number) },
        frames: { p95Ms: expect.any(Number) },
        heap: { ratio: expect.any(Number) },
      },
    });
  },
  180_000,
);
