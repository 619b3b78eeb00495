import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findChromium } from './web-browser.ts';

const BENCH = join(import.meta.dirname, 'bench.ts');

/** The one that takes less; what differs between the two is tested where it stands. */
const DATABASE = process.env['DATABASE_URL'] === undefined ? 'embedded' : 'postgres';

async function lastLineOf(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...args]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

type Heard = { readonly messagesPerSecond: number; readonly bytesPerMessage: number };

type Answers = { readonly perSecond: number; readonly bytesPerAnswer: number };
type ApiRead = { readonly own: Answers; readonly bare: Answers };

// How fast it is says nothing here; that it still measures what it says does.
it('ends with the figures of engine-ticks as JSON', async () => {
  const figures = await lastLineOf('engine-ticks', '0.005');
  expect(figures).toMatchObject({
    name: 'engine-ticks',
    positions: 5_000,
    calm: { ticks: 50_000, heapGrowthBytes: expect.any(Number) },
    waiting: { waiting: 5_000, slowerPercent: expect.any(Number), slowerPercentMax: 10 },
    scan: { found: 0 },
    crisis: { p99Ms: expect.any(Number), runs: [{ closes: expect.any(Number) }, {}, {}] },
  });
});

it('ends with the figures of engine-crash as JSON', async () => {
  const figures = await lastLineOf('engine-crash', '0.01', '--only', DATABASE);
  expect(figures).toMatchObject({
    name: 'engine-crash',
    inMemory: { closes: 1_000 },
    durable: { [DATABASE]: { closes: 1_000, longestWaitMs: expect.any(Number) } },
  });
}, 120_000);

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

it('ends with the figures of feed as JSON, both ways with messages of one size', async () => {
  const measured = { lost: 0, isVoid: expect.any(Boolean), delayMs: { p99: expect.any(Number) } };
  const both = { feed: measured, raw: measured, ratio: expect.any(Number) };
  const figures = (await lastLineOf('feed', '0.002')) as Record<
    string,
    { feed: Heard; raw: Heard }
  >;
  expect(figures).toMatchObject({
    name: 'feed',
    everything: { ...both, sockets: 10 },
    eightSymbols: { ...both, sockets: 20 },
  });
  for (const crowd of ['everything', 'eightSymbols']) {
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

it('ends with the figures of boot as JSON, of every position that was filled in', async () => {
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

it('ends with the figures of lists as JSON, of every kind of question', async () => {
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
      load: {
        positionRows: 200,
        busyShare: { mean: expect.any(Number) },
        frames: { p95Ms: expect.any(Number) },
        heap: { ratio: expect.any(Number) },
      },
    });
  },
  180_000,
);

it('says how it is used when it is asked for something else', async () => {
  const asked = promisify(execFile)(process.execPath, [BENCH, 'nothing']);
  await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
});
