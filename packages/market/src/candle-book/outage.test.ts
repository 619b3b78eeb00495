import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { Candle } from '#candle/candle.ts';
import { createMemoryCandleStore } from './candle-book.ts';
import type { CandleStore } from './candle-book.ts';
import { createVendor, createFixture, settle, START, vendorMinutes } from './testing/fixture.ts';

const pricesOf = (candles: readonly Candle[]) => candles.map((one) => ({ ...one, volume: 0 }));

it('asks a vendor that is away again after a minute, and goes on meanwhile', async () => {
  const vendor = createVendor();
  vendor.failing.after = 1;
  const { book, run, read, faults, progress } = createFixture({ vendor });
  book.open();
  await run(40_000);
  expect(faults).toEqual([new Error('the vendor is away')]);
  expect(progress).toEqual([]);
  expect(await read('1m', START)).toHaveLength(2);
  vendor.failing.after = Infinity;
  await run(MINUTE_MS);
  expect(progress).toContain('latest BTCUSD 1/1');
});

it('asks again even when no quote comes meanwhile', async () => {
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

it('leaves no hole behind when it is cut off in the middle of a back-fill', async () => {
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

it('leaves no hole behind when it is cut off while minutes are missing', async () => {
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
  const { book, run, read, faults } = createFixture({ store });
  book.open();
  await run(2 * MINUTE_MS);
  isAway = true;
  await run(5 * MINUTE_MS);
  expect(faults.length).toBeGreaterThanOrEqual(4);
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
