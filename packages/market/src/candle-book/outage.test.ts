import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { Candle } from '#candle/candle.ts';
import { createMemoryCandleStore } from './candle-book.ts';
import type { CandleStore } from './candle-book.ts';
import { createVendor, createFixture, settle, START, vendorMinutes } from './testing/fixture.ts';

const pricesOf = (candles: readonly Candle[]) => candles.map((one) => ({ ...one, volume: 0 }));

it('retries an unavailable vendor after a minute, and continues meanwhile', async () => {
  const vendor = createVendor();
  vendor.failing.after = 1;
  const { book, run, read, problems, progress } = createFixture({ vendor });
  book.open();
  await run(40_000);
  expect(problems).toEqual([new Error('the vendor is away')]);
  expect(progress).toEqual([]);
  expect(await read('1m', START)).toHaveLength(2);
  vendor.failing.after = Infinity;
  await run(MINUTE_MS);
  expect(progress).toContain('latest BTCUSD 1/1');
});

it('retries even if no quote arrives meanwhile', async () => {
  const vendor = createVendor();
  vendor.failing.after = 0;
  const { book, run, connect, progress } = createFixture({ vendor });
  connect(false);
  book.open();
  await run(30_000);
  vendor.failing.after = Infinity;
  await run(MINUTE_MS);
  expect(progress).toContain('latest BTCUSD 1/1');
});

it('leaves no gap when a back-fill is interrupted', async () => {
  const vendor = createVendor();
  vendor.failing.after = 1;
  const first = createFixture({ vendor });
  first.book.open();
  await settle();
  await first.book.close();
  vendor.failing.after = Infinity;
  const second = createFixture({ vendor, store: first.store, startMs: START + HOUR_MS });
  second.book.open();
  await settle();
  const hours = await second.read('1h', START - 399 * DAY_MS);
  const steps = hours.slice(1).map(({ startMs }, index) => startMs - (hours[index]?.startMs ?? 0));
  expect(new Set(steps)).toEqual(new Set([HOUR_MS]));
  expect(hours.length).toBeGreaterThan(399 * 24);
});

it('leaves no gap when it is interrupted while minutes are missing', async () => {
  const first = createFixture();
  first.book.open();
  await first.run(5 * MINUTE_MS);
  first.connect(false);
  await first.run(5 * MINUTE_MS);
  first.vendor.failing.after = 0;
  first.connect(true);
  await first.run(5 * MINUTE_MS);
  await first.book.close();
  const second = createFixture({ store: first.store, startMs: first.time.clock.nowMs() });
  second.book.open();
  await settle();
  const fromMs = Date.parse('2026-11-20T15:00Z');
  const untilMs = Date.parse('2026-11-20T15:35Z');
  expect(pricesOf(await second.read('1m', fromMs))).toEqual(vendorMinutes(fromMs, untilMs));
});

it('keeps minutes that could not be stored and stores them with the next', async () => {
  const memory = createMemoryCandleStore();
  let isAway = false;
  const store: CandleStore = {
    ...memory,
    putSpan: (layer, candles, span) =>
      isAway
        ? Promise.reject(new Error('the store is away'))
        : memory.putSpan(layer, candles, span),
  };
  const { book, run, read, problems } = createFixture({ store });
  book.open();
  await run(2 * MINUTE_MS);
  isAway = true;
  await run(5 * MINUTE_MS);
  expect(problems.length).toBeGreaterThanOrEqual(4);
  const fromMs = Date.parse('2026-11-20T15:22Z');
  expect((await read('1m', fromMs)).length).toBe(6);
  isAway = false;
  await run(2 * MINUTE_MS);
  const stored = await memory.list({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs,
    toMs: Infinity,
    limit: 100,
  });
  expect(stored).toHaveLength(7);
});
