import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import type { HistoryRequest } from '#feed/feed.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { CandleBook, createMemoryCandleStore } from './candle-book.ts';
import type { CandleStore } from './candle-book.ts';
import {
  createVendor,
  createFixture,
  settle,
  START,
  TICK_MS,
  vendorCandles,
  vendorMinutes,
} from './testing/fixture.ts';

const DEPTH_MS = 9 * DAY_MS;
/**
 * The pages that the two days before take when they are read: six of minutes and two of five
 * minutes.
 */
const DEEP_WINDOWS = 8;

const pricesOf = (candles: readonly Candle[]) => candles.map((one) => ({ ...one, volume: 0 }));

/** Creates a vendor that records its requests and fails those that `failOn` selects. */
function createWitness(failOn: (request: HistoryRequest) => boolean = () => false) {
  const vendor = createVendor();
  const requests: HistoryRequest[] = [];
  return {
    ...vendor,
    requests,
    async *history(request: HistoryRequest) {
      requests.push(request);
      if (failOn(request)) throw new Error(`no ${request.timeframe} of ${request.symbol}`);
      yield* vendor.history(request);
    },
  };
}

async function expectWhole(
  fixture: ReturnType<typeof createFixture>,
  timeframe: Timeframe,
  sinceMs: number,
) {
  const fromMs = candleStartMs(timeframe, sinceMs);
  const untilMs = candleStartMs(timeframe, fixture.time.clock.nowMs() - HOUR_MS);
  const candles = (await fixture.read(timeframe, fromMs)).filter(
    ({ startMs }) => startMs < untilMs,
  );
  expect(pricesOf(candles), timeframe).toEqual(vendorCandles(timeframe, fromMs, untilMs));
}

it('loads five-minute and then minute candles to full depth once every symbol has its latest', async () => {
  const fixture = createFixture({ depthMs: DEPTH_MS });
  const { book, vendor, deepen, progress, problems } = fixture;
  book.open();
  await settle();
  expect(progress).toEqual(['latest BTCUSD 1/1']);
  await deepen(DEEP_WINDOWS);
  expect(problems).toEqual([]);
  expect(progress).toEqual(['latest BTCUSD 1/1', 'year BTCUSD 1/1']);
  const from = new Date(START - DEPTH_MS).toISOString().slice(0, 16);
  expect(vendor.asked.slice(-2)).toEqual([`5m ${from}`, `1m ${from}`]);
  const firstMs = candleStartMs('30m', START - DEPTH_MS) + TIMEFRAME_MS['30m'];
  for (const timeframe of ['1m', '5m', '15m', '30m'] as const) {
    await expectWhole(fixture, timeframe, firstMs);
  }
});

it('builds five-minute candles of the latest week for a vendor that has none', async () => {
  const plain = createVendor();
  const vendor = {
    ...plain,
    async *history(request: HistoryRequest) {
      if (request.timeframe !== '5m') yield* plain.history(request);
    },
  };
  const fixture = createFixture({ vendor });
  fixture.book.open();
  await settle();
  await expectWhole(fixture, '30m', START - 6 * DAY_MS);
});

it('continues after a restart where it ended, and requests nothing twice', async () => {
  const first = createFixture({ depthMs: DEPTH_MS });
  first.book.open();
  await first.deepen(4);
  await first.book.close();
  const layer = { symbol: 'BTCUSD', timeframe: '1m' } as const;
  const reached = (await first.store.span(layer))?.fromMs ?? NaN;
  expect(reached).toBeGreaterThan(START - DEPTH_MS);
  expect(reached).toBeLessThan(START - 7 * DAY_MS - 500 * MINUTE_MS);
  const vendor = createWitness();
  const second = createFixture({ depthMs: DEPTH_MS, store: first.store, vendor });
  second.book.open();
  await second.deepen(DEEP_WINDOWS);
  const [only, ...others] = vendor.requests.filter(({ timeframe }) => timeframe === '1m');
  expect(only).toMatchObject({ fromMs: candleStartMs('1m', START - DEPTH_MS), toMs: reached });
  expect(others).toEqual([]);
  await expectWhole(second, '1m', START - DEPTH_MS + HOUR_MS);
  expect(second.progress).toEqual(['latest BTCUSD 1/1', 'year BTCUSD 1/1']);
});

it('fills gaps before it continues with older history', async () => {
  const vendor = createWitness();
  const fixture = createFixture({ depthMs: 13 * DAY_MS, vendor });
  fixture.book.open();
  // The program stops after the five-minute candles, in the middle of the minutes.
  await fixture.deepen(6);
  const before = vendor.requests.length;
  fixture.connect(false);
  await fixture.run(MINUTE_MS);
  fixture.connect(true);
  await fixture.run(MINUTE_MS);
  const isOld = ({ fromMs }: HistoryRequest): boolean => fromMs < START - DEPTH_MS;
  expect(vendor.requests.slice(before).map(isOld)).toEqual([false, true]);
  expect(fixture.progress).toEqual(['latest BTCUSD 1/1']);
  await fixture.deepen(40);
  expect(fixture.progress).toEqual(['latest BTCUSD 1/1', 'year BTCUSD 1/1']);
  await expectWhole(fixture, '1m', START - 13 * DAY_MS + HOUR_MS);
});

it('skips a symbol whose history fails, and retries it later', async () => {
  const time = createVirtualTime(START);
  let isRefusing = true;
  const vendor = createWitness(({ symbol }) => isRefusing && symbol === 'BTCUSD');
  const progress: string[] = [];
  const problems: unknown[] = [];
  const book = new CandleBook({
    histories: new Map(['BTCUSD', 'ETHUSD', 'XRPUSD'].map((symbol) => [symbol, vendor])),
    store: createMemoryCandleStore(),
    depthMs: HOUR_MS,
    ...time,
    onError: (error) => problems.push(error),
    onProgress: ({ symbol, stage }) => progress.push(`${stage} ${symbol}`),
  });
  book.open();
  await settle();
  const others = ['latest ETHUSD', 'latest XRPUSD', 'year ETHUSD', 'year XRPUSD'];
  expect(progress).toEqual(others);
  expect(problems).toEqual([new Error('no 1h of BTCUSD')]);
  isRefusing = false;
  time.advance(MINUTE_MS);
  await settle();
  expect(progress).toEqual([...others, 'latest BTCUSD', 'year BTCUSD']);
  await book.close();
});

it('asks an unavailable vendor for at most three symbols, and starts with the others next time', async () => {
  const time = createVirtualTime(START);
  const vendor = createWitness(() => true);
  const symbols = ['A', 'B', 'C', 'D', 'E'];
  const book = new CandleBook({
    histories: new Map(symbols.map((symbol) => [symbol, vendor])),
    store: createMemoryCandleStore(),
    ...time,
    onError: () => undefined,
    onProgress: () => undefined,
  });
  book.open();
  await settle();
  expect(vendor.requests.map(({ symbol }) => symbol)).toEqual(['A', 'B', 'C']);
  time.advance(MINUTE_MS);
  await settle();
  expect(vendor.requests.slice(3).map(({ symbol }) => symbol)).toEqual(['D', 'E', 'A']);
  await book.close();
  expect(time.pendingTimers).toBe(0);
});

it('requests history before, between and after imported files', async () => {
  const store = createMemoryCandleStore();
  const importAt = async (fromMs: number, toMs: number): Promise<void> => {
    await store.put('BTCUSD', '1m', vendorCandles('1m', fromMs, toMs));
    await store.put('BTCUSD', '1h', vendorCandles('1h', fromMs, toMs));
  };
  const hourMs = candleStartMs('1h', START);
  await importAt(hourMs - 100 * DAY_MS, hourMs - 99 * DAY_MS);
  await importAt(hourMs - 8 * DAY_MS, hourMs - 7.5 * DAY_MS);
  await importAt(hourMs - 2 * DAY_MS, hourMs - DAY_MS);
  const fixture = createFixture({ store, depthMs: DEPTH_MS });
  fixture.book.open();
  await fixture.deepen(DEEP_WINDOWS);
  const hours = await fixture.read('1h', START - 399 * DAY_MS);
  const steps = hours.slice(1).map(({ startMs }, index) => startMs - (hours[index]?.startMs ?? 0));
  expect(new Set(steps)).toEqual(new Set([HOUR_MS]));
  expect(hours.length).toBeGreaterThan(399 * 24);
  await expectWhole(fixture, '1m', START - DEPTH_MS + HOUR_MS);
});

it('asks once per start for candles before a history that is shorter than the depth', async () => {
  const plain = createVendor();
  const listedMs = START - 8 * DAY_MS;
  const requests: HistoryRequest[] = [];
  const vendor = {
    ...plain,
    async *history(request: HistoryRequest) {
      requests.push(request);
      for await (const page of plain.history(request)) {
        const listed = page.filter(({ startMs }) => startMs >= listedMs);
        if (listed.length > 0) yield listed;
      }
    },
  };
  const first = createFixture({ depthMs: DEPTH_MS, vendor });
  first.book.open();
  await first.deepen(DEEP_WINDOWS);
  expect(first.progress).toContain('year BTCUSD 1/1');
  await first.book.close();
  requests.length = 0;
  const second = createFixture({ depthMs: DEPTH_MS, vendor, store: first.store });
  second.book.open();
  await second.deepen(1);
  expect(requests.map(({ timeframe, toMs }) => [timeframe, toMs])).toEqual([
    ['5m', candleStartMs('5m', listedMs + 5 * MINUTE_MS - 1)],
    ['1m', candleStartMs('1m', listedMs + MINUTE_MS - 1)],
  ]);
});

it('restarts after a pause longer than a week, and reads the old part again', async () => {
  const first = createFixture({ depthMs: DEPTH_MS });
  first.book.open();
  await first.deepen(DEEP_WINDOWS);
  await first.book.close();
  const startMs = START + 10 * DAY_MS;
  const second = createFixture({ depthMs: 20 * DAY_MS, store: first.store, startMs });
  second.book.open();
  await second.deepen(3 * 13 + 9);
  await expectWhole(second, '1m', startMs - 13 * DAY_MS + HOUR_MS);
});

it('requests minutes again if too many could not be stored', async () => {
  const memory = createMemoryCandleStore();
  let isAway = false;
  const store: CandleStore = {
    ...memory,
    putSpan: (layer, candles, span) =>
      isAway ? Promise.reject(new Error('away')) : memory.putSpan(layer, candles, span),
  };
  const fixture = createFixture({ store });
  fixture.book.open();
  await fixture.run(2 * MINUTE_MS);
  isAway = true;
  await fixture.run(25 * HOUR_MS);
  isAway = false;
  await fixture.run(3 * MINUTE_MS);
  const untilMs = fixture.time.clock.nowMs() - TICK_MS + 1;
  const fromMs = Date.parse('2026-11-20T15:00Z');
  expect(pricesOf(await fixture.read('1m', fromMs))).toEqual(vendorMinutes(fromMs, untilMs));
});
