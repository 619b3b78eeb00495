import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { startBinanceHarness } from './testing/binance-fixture.ts';
import {
  aMoment,
  collect,
  makeVendorCandles,
  NOW_MS,
  toExpected,
  until,
} from '#adapter/testing/harness.ts';

it('reads history page by page, newest first, without gaps or duplicates', async () => {
  const harness = await startBinanceHarness();
  const candles = makeVendorCandles(2_500, '1m', NOW_MS);
  harness.server.setCandles('BTCUSDT', '1m', candles);
  const pages = harness.adapter.history({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: NOW_MS + MINUTE_MS,
  });
  const collecting = collect(pages);
  for (const asked of [1, 2, 3]) {
    await until(() => harness.server.requests.length === asked, `request ${asked}`);
    await aMoment();
    expect(harness.server.requests).toHaveLength(asked);
    harness.time.advance(250);
  }
  const collected = await collecting;
  expect(collected.map((page) => page.length)).toEqual([1_000, 1_000, 500]);
  expect(collected.toReversed().flat()).toEqual(toExpected(candles));
});

it('returns the newest candles of a range up to the limit, including the running one', async () => {
  const harness = await startBinanceHarness();
  const candles = makeVendorCandles(50, '1h', NOW_MS);
  harness.server.setCandles('BTCUSDT', '1h', candles);
  const request = { symbol: 'BTCUSD', timeframe: '1h', fromMs: 0, toMs: Infinity } as const;
  expect(await harness.adapter.candles({ ...request, limit: 3 })).toEqual(
    toExpected(candles.slice(-3)),
  );
  harness.time.advance(1_000);
  const [tenth] = candles.slice(10);
  const fromMs = (tenth?.startMs ?? 0) + 1;
  const toMs = fromMs + 2 * 60 * MINUTE_MS;
  expect(await harness.adapter.candles({ ...request, fromMs, toMs, limit: 100 })).toEqual(
    toExpected(candles.slice(10, 13)),
  );
  expect(await harness.adapter.candles({ ...request, symbol: 'EURUSD', limit: 3 })).toEqual([]);
});

it('requests no more history once it is stopped', async () => {
  const harness = await startBinanceHarness();
  harness.server.setCandles('BTCUSDT', '1m', makeVendorCandles(2_500, '1m', NOW_MS));
  const pages = harness.adapter.history({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: Infinity,
  });
  expect((await pages.next()).value).toHaveLength(1_000);
  const next = pages.next();
  await harness.adapter.stop();
  await expect(next).rejects.toThrow('Binance stopped');
  expect(harness.time.pendingTimers).toBe(0);
  expect(harness.server.requests).toHaveLength(1);
});

it('combines several pages into one list of candles', async () => {
  const harness = await startBinanceHarness();
  const candles = makeVendorCandles(2_500, '1m', NOW_MS);
  harness.server.setCandles('BTCUSDT', '1m', candles);
  const request = { symbol: 'BTCUSD', timeframe: '1m', fromMs: 0, toMs: Infinity } as const;
  const answer = harness.adapter.candles({ ...request, limit: 1_200 });
  await until(() => harness.server.requests.length === 1, 'the first request');
  await aMoment();
  harness.time.advance(250);
  expect(await answer).toEqual(toExpected(candles.slice(-1_200)));
  const counts = harness.server.requests.map(({ parameters }) => parameters.get('limit'));
  expect(counts).toEqual(['1000', '200']);
});

it('skips an invalid or a duplicate candle', async () => {
  const harness = await startBinanceHarness();
  const [one, two, three, four] = makeVendorCandles(4, '1h', NOW_MS);
  if (!one || !two || !three || !four) throw new Error('four candles');
  const twice = [four, { ...four, close: '1003.60' }];
  const broken = [one, { ...two, low: '1001.80' }, { ...three, close: 'NaN' }, ...twice];
  harness.server.setCandles('BTCUSDT', '1h', broken);
  const request = { symbol: 'BTCUSD', timeframe: '1h', fromMs: 0, toMs: NOW_MS } as const;
  const candles = await harness.adapter.candles({ ...request, limit: 10 });
  expect(candles).toEqual(toExpected([one, four]));
});
