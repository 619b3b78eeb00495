import { expect, it } from 'vitest';
import { candleStartMs, DAY_MS, HOUR_MS, MINUTE_MS, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle } from '#candle/candle.ts';
import { createVendor, createWorld, settle, START, vendorCandles } from './testing/world.ts';

const pricesOf = (candles: readonly Candle[]) => candles.map((one) => ({ ...one, volume: 0 }));

it('reads five minutes of twelve months once every symbol has its latest', async () => {
  const { book, read, time, vendor, faults } = createWorld({ depthMs: 40 * DAY_MS });
  book.open();
  await settle();
  await settle();
  expect(faults).toEqual([]);
  expect([...new Set(vendor.asked.map((one) => one.split(' ')[0]))]).toEqual(['1h', '1m', '5m']);
  const fromMs = candleStartMs('5m', time.clock.nowMs() - 40 * DAY_MS);
  for (const timeframe of ['5m', '15m', '30m'] as const) {
    const whole = candleStartMs(timeframe, fromMs + HOUR_MS);
    const untilMs = time.clock.nowMs() - HOUR_MS;
    const candles = (await read(timeframe, whole)).filter(({ startMs }) => startMs < untilMs);
    expect(pricesOf(candles), timeframe).toEqual(
      vendorCandles(timeframe, whole, candleStartMs(timeframe, untilMs) + TIMEFRAME_MS[timeframe]),
    );
  }
});

it('has no hole in five minutes that are hours in coming', async () => {
  const plain = createVendor();
  let asks = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const vendor = {
    ...plain,
    async *history(request: Parameters<typeof plain.history>[0]) {
      if (request.timeframe === '5m') {
        // Asked again when the minute that it began in is over, so that nothing else is missing.
        asks += 1;
        if (asks === 1) throw new Error('the vendor is busy');
        await gate;
      }
      yield* plain.history(request);
    },
  };
  const { book, run, store } = createWorld({ vendor, depthMs: 5 * DAY_MS });
  book.open();
  await run(135 * MINUTE_MS);
  release();
  await settle();
  await run(70 * MINUTE_MS);
  const range = { symbol: 'BTCUSD', fromMs: -Infinity, toMs: Infinity, limit: 5_000 };
  const stored = await store.list({ ...range, timeframe: '5m' });
  const firstMs = candleStartMs('5m', START - 5 * DAY_MS);
  const endMs = Date.parse('2026-11-20T18:00Z');
  expect(stored.at(-1)?.startMs).toBeGreaterThanOrEqual(endMs - 5 * MINUTE_MS);
  expect(pricesOf(stored.filter(({ startMs }) => startMs < endMs))).toEqual(
    vendorCandles('5m', firstMs, endMs),
  );
});
