import { points } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TIMEFRAMES } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { createMemoryCandleStore } from './candle-book.ts';
import type { CandleStore } from './candle-book.ts';
import {
  createVendor,
  createFixture,
  priceAt,
  settle,
  START,
  TICK_MS,
  vendorCandles,
  vendorMinutes,
} from './testing/fixture.ts';

const pricesOf = (candles: readonly Candle[]) => candles.map((one) => ({ ...one, volume: 0 }));

it('reads four hundred days of hours and a week of minutes when nothing is stored', async () => {
  const { book, read, progress, time, problems } = createFixture();
  book.open();
  expect(await read('1h', 0)).toEqual([]);
  await settle();
  expect(progress).toEqual(['latest BTCUSD 1/1', 'year BTCUSD 1/1']);
  expect(problems).toEqual([]);
  const nowMs = time.clock.nowMs();
  const whole = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const hours = await read('1h', 0);
  expect(pricesOf(hours).slice(0, 9_600)).toEqual(
    vendorCandles('1h', Math.floor((nowMs - 400 * DAY_MS) / HOUR_MS) * HOUR_MS, whole).slice(
      0,
      9_600,
    ),
  );
  const minutes = await read('1m', 0);
  expect(minutes).toHaveLength(7 * 1_440);
});

it('shows the running minute, hour and day of the received quotes', async () => {
  const { book, run, read, time } = createFixture();
  book.open();
  await run(95 * MINUTE_MS);
  // The time just before the end of the last tick's interval: the last quote came ten seconds
  // earlier.
  const untilMs = time.clock.nowMs() - TICK_MS + 1;
  for (const timeframe of TIMEFRAMES) {
    const dayMs = Date.parse('2026-11-16T00:00Z');
    const candles = await read(timeframe, dayMs);
    expect(pricesOf(candles), timeframe).toEqual(vendorCandles(timeframe, dayMs, untilMs));
  }
});

it('shows a minute that has just ended, before it is stored', async () => {
  const { book, read, run, time } = createFixture();
  book.open();
  await settle();
  await run(5 * MINUTE_MS);
  const nowMs = time.clock.nowMs();
  // Runs to the first quote of the next minute and no further.
  await run(MINUTE_MS - (nowMs % MINUTE_MS));
  const receivedAtMs = time.clock.nowMs();
  const bidPoints = points(priceAt(receivedAtMs));
  const rest = { askPoints: bidPoints, source: 'vendor', sequence: 0, sourceAtMs: receivedAtMs };
  book.note({ symbol: 'BTCUSD', bidPoints, receivedAtMs, ...rest });
  const starts = (await read('1m', receivedAtMs - 5 * MINUTE_MS)).map(({ startMs }) => startMs);
  expect(starts).toEqual([-5, -4, -3, -2, -1, 0].map((at) => receivedAtMs + at * MINUTE_MS));
});

it('shows the minute of the start after its end, before the vendor is asked for it', async () => {
  const { book, read, run, time } = createFixture();
  book.open();
  await settle();
  // Runs from the middle of a minute to the first quote of the next one.
  await run(MINUTE_MS - (START % MINUTE_MS));
  const nowMs = time.clock.nowMs();
  const bidPoints = points(priceAt(nowMs));
  const rest = { askPoints: bidPoints, source: 'vendor', sequence: 0, sourceAtMs: nowMs };
  book.note({ symbol: 'BTCUSD', bidPoints, receivedAtMs: nowMs, ...rest });
  const starts = (await read('1m', nowMs - 3 * MINUTE_MS)).map(({ startMs }) => startMs);
  expect(starts).toEqual([-3, -2, -1, 0].map((at) => nowMs + at * MINUTE_MS));
});

it('has no gap while a minute is stored and read at the same time', async () => {
  const memory = createMemoryCandleStore();
  let answer = Promise.resolve();
  const store: CandleStore = {
    ...memory,
    async list(request) {
      const rows = await memory.list(request);
      await answer;
      return rows;
    },
  };
  const { book, read, run, time } = createFixture({ store });
  book.open();
  await settle();
  await run(5 * MINUTE_MS);
  await run(MINUTE_MS - (time.clock.nowMs() % MINUTE_MS));
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  const minuteMs = time.clock.nowMs();
  const reading = read('1m', minuteMs - 5 * MINUTE_MS);
  time.advance(2_000);
  await settle();
  resolve();
  const starts = (await reading).map(({ startMs }) => startMs);
  expect(starts).toEqual([-5, -4, -3, -2, -1].map((at) => minuteMs + at * MINUTE_MS));
});

it('reads no minutes where five-minute candles exist', async () => {
  const memory = createMemoryCandleStore();
  let minutesRead = 0;
  const store: CandleStore = {
    ...memory,
    async list(request) {
      const rows = await memory.list(request);
      if (request.timeframe === '1m') minutesRead += rows.length;
      return rows;
    },
  };
  const { book, run, read } = createFixture({ store });
  book.open();
  await run(10 * MINUTE_MS);
  for (const timeframe of ['5m', '15m', '30m'] as const) {
    minutesRead = 0;
    const candles = await read(timeframe, START - 6 * DAY_MS, 2_000);
    expect(candles.length, timeframe).toBeGreaterThan(280);
    expect(minutesRead, timeframe).toBeLessThanOrEqual(60);
  }
});

it('stores minutes as they end and hours once their last minute is stored', async () => {
  const { book, run, store } = createFixture();
  book.open();
  await run(45 * MINUTE_MS);
  const from = Date.parse('2026-11-20T15:00Z');
  const list = (timeframe: Timeframe) =>
    store.list({ symbol: 'BTCUSD', timeframe, fromMs: from, toMs: Infinity, limit: 1_000 });
  expect(pricesOf(await list('1m'))).toEqual(vendorMinutes(from, Date.parse('2026-11-20T16:05Z')));
  expect(pricesOf(await list('1h'))).toEqual(
    vendorCandles('1h', from, Date.parse('2026-11-20T16:00Z')),
  );
  expect(pricesOf(await list('5m')).slice(-12)).toEqual(
    vendorCandles('5m', from, Date.parse('2026-11-20T16:00Z')),
  );
});

it('has no gap and no duplicate, whatever was missed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          up: fc.integer({ min: 1, max: 40 }),
          down: fc.integer({ min: 1, max: 400 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (outages) => {
        const { book, run, connect, read, time, store } = createFixture();
        book.open();
        for (const { up, down } of outages) {
          await run(up * TICK_MS);
          connect(false);
          await run(down * TICK_MS);
          connect(true);
        }
        await run(3 * MINUTE_MS);
        const untilMs = time.clock.nowMs() - TICK_MS + 1;
        const fromMs = Date.parse('2026-11-20T00:00Z');
        for (const timeframe of ['1m', '15m', '1h', '1d'] as const) {
          const candles = await read(timeframe, fromMs);
          expect(pricesOf(candles), timeframe).toEqual(vendorCandles(timeframe, fromMs, untilMs));
        }
        const stored = await store.list({
          symbol: 'BTCUSD',
          timeframe: '5m',
          fromMs,
          toMs: untilMs,
          limit: 1_000,
        });
        const [first, last] = [stored[0]?.startMs ?? NaN, stored.at(-1)?.startMs ?? NaN];
        expect(pricesOf(stored)).toEqual(vendorCandles('5m', first, last + 5 * MINUTE_MS));
        await book.close();
      },
    ),
    { numRuns: 5 },
  );
});

it('requests exactly what was missed', async () => {
  const { book, run, connect, vendor } = createFixture();
  book.open();
  await run(60 * MINUTE_MS);
  const askedBefore = vendor.asked.length;
  connect(false);
  await run(5 * MINUTE_MS);
  connect(true);
  await run(2 * MINUTE_MS);
  // No hour ended in between, so only minutes were requested; five-minute candles are aggregated
  // from them.
  expect(vendor.asked.slice(askedBefore)).toEqual(['1m 2026-11-20T16:20']);
});

it('fills the gap before a disconnection was noticed', async () => {
  const { book, run, read, time, fallSilent, connect } = createFixture();
  book.open();
  await run(5 * MINUTE_MS);
  fallSilent();
  await run(3 * MINUTE_MS);
  connect(false);
  connect(true);
  await run(2 * MINUTE_MS);
  const fromMs = Date.parse('2026-11-20T15:00Z');
  const untilMs = time.clock.nowMs() - TICK_MS + 1;
  expect(pricesOf(await read('1m', fromMs))).toEqual(vendorMinutes(fromMs, untilMs));
});

it('fills a minute that was interrupted and continued', async () => {
  const { book, run, read, time, connect } = createFixture();
  book.open();
  await run(3 * MINUTE_MS + 50_000);
  connect(false);
  await run(20_000);
  connect(true);
  await run(2 * MINUTE_MS);
  const fromMs = Date.parse('2026-11-20T15:00Z');
  const untilMs = time.clock.nowMs() - TICK_MS + 1;
  expect(pricesOf(await read('1m', fromMs))).toEqual(vendorMinutes(fromMs, untilMs));
});

it('fills the minute it began in, however long the first back-fill takes', async () => {
  const vendor = createVendor();
  const { book, run, read, time } = createFixture({ vendor });
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => {
    release = resolve;
  });
  book.open();
  await run(3 * MINUTE_MS);
  release();
  await run(2 * MINUTE_MS);
  const fromMs = Date.parse('2026-11-20T15:00Z');
  const untilMs = time.clock.nowMs() - TICK_MS + 1;
  expect(pricesOf(await read('1m', fromMs))).toEqual(vendorMinutes(fromMs, untilMs));
});

it('shows the received part of a minute until the vendor has all of it', async () => {
  const { book, run, read, vendor, time } = createFixture();
  book.open();
  await settle();
  vendor.failing.after = vendor.asked.length;
  await run(2 * MINUTE_MS);
  const fromMs = Date.parse('2026-11-20T15:00Z');
  const starts = async () => (await read('1m', fromMs)).map(({ startMs }) => startMs);
  const untilMs = time.clock.nowMs();
  const expected = vendorMinutes(fromMs, untilMs).map(({ startMs }) => startMs);
  expect(await starts()).toEqual(expected);
  vendor.failing.after = Infinity;
  await run(2 * MINUTE_MS);
  const endMs = time.clock.nowMs() - TICK_MS + 1;
  expect(pricesOf(await read('1m', fromMs))).toEqual(vendorMinutes(fromMs, endMs));
});

it('requests after a restart only what came since', async () => {
  const first = createFixture();
  first.book.open();
  await first.run(10 * MINUTE_MS);
  await first.book.close();
  const second = createFixture({ store: first.store, startMs: START + 2 * HOUR_MS });
  second.book.open();
  await settle();
  expect(second.vendor.asked).toEqual(['1h 2026-11-20T15:00', '1m 2026-11-20T15:30']);
});

it('stops with no timer left', async () => {
  const { book, run, time } = createFixture();
  book.open();
  await run(MINUTE_MS);
  await book.close();
  expect(time.pendingTimers).toBe(0);
});
