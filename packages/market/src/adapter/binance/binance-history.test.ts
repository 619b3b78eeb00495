import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { startBinanceRig } from '#adapter/testing/binance-rig.ts';
import {
  aMoment,
  collect,
  makeVendorCandles,
  NOW_MS,
  toExpected,
  until,
} from '#adapter/testing/rig.ts';

it('reads history page by page, the newest first, without a gap or a double', async () => {
  const rig = await startBinanceRig();
  const candles = makeVendorCandles(2_500, '1m', NOW_MS);
  rig.server.setCandles('BTCUSDT', '1m', candles);
  const pages = rig.adapter.history({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: NOW_MS + MINUTE_MS,
  });
  const collecting = collect(pages);
  for (const asked of [1, 2, 3]) {
    await until(() => rig.server.requests.length === asked, `request ${asked}`);
    await aMoment();
    expect(rig.server.requests).toHaveLength(asked);
    rig.time.advance(250);
  }
  const collected = await collecting;
  expect(collected.map((page) => page.length)).toEqual([1_000, 1_000, 500]);
  expect(collected.toReversed().flat()).toEqual(toExpected(candles));
});

it('answers for candles with the newest so many of the range, the running one included', async () => {
  const rig = await startBinanceRig();
  const candles = makeVendorCandles(50, '1h', NOW_MS);
  rig.server.setCandles('BTCUSDT', '1h', candles);
  const request = { symbol: 'BTCUSD', timeframe: '1h', fromMs: 0, toMs: Infinity } as const;
  expect(await rig.adapter.candles({ ...request, limit: 3 })).toEqual(
    toExpected(candles.slice(-3)),
  );
  rig.time.advance(1_000);
  const [tenth] = candles.slice(10);
  const fromMs = (tenth?.startMs ?? 0) + 1;
  const toMs = fromMs + 2 * 60 * MINUTE_MS;
  expect(await rig.adapter.candles({ ...request, fromMs, toMs, limit: 100 })).toEqual(
    toExpected(candles.slice(10, 13)),
  );
  expect(await rig.adapter.candles({ ...request, symbol: 'EURUSD', limit: 3 })).toEqual([]);
});

it('asks for no more history once it is stopped', async () => {
  const rig = await startBinanceRig();
  rig.server.setCandles('BTCUSDT', '1m', makeVendorCandles(2_500, '1m', NOW_MS));
  const pages = rig.adapter.history({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: Infinity,
  });
  expect((await pages.next()).value).toHaveLength(1_000);
  const next = pages.next();
  await rig.adapter.stop();
  await expect(next).rejects.toThrow('Binance stopped');
  expect(rig.time.pendingTimers).toBe(0);
  expect(rig.server.requests).toHaveLength(1);
});

it('puts the answer for candles together out of several pages', async () => {
  const rig = await startBinanceRig();
  const candles = makeVendorCandles(2_500, '1m', NOW_MS);
  rig.server.setCandles('BTCUSDT', '1m', candles);
  const request = { symbol: 'BTCUSD', timeframe: '1m', fromMs: 0, toMs: Infinity } as const;
  const answer = rig.adapter.candles({ ...request, limit: 1_200 });
  await until(() => rig.server.requests.length === 1, 'the first request');
  await aMoment();
  rig.time.advance(250);
  expect(await answer).toEqual(toExpected(candles.slice(-1_200)));
  const counts = rig.server.requests.map(({ parameters }) => parameters.get('limit'));
  expect(counts).toEqual(['1000', '200']);
});

it('leaves out a candle that is none, or that comes twice', async () => {
  const rig = await startBinanceRig();
  const [one, two, three, four] = makeVendorCandles(4, '1h', NOW_MS);
  if (!one || !two || !three || !four) throw new Error('four candles');
  const twice = [four, { ...four, close: '1003.60' }];
  const broken = [one, { ...two, low: '1001.80' }, { ...three, close: 'NaN' }, ...twice];
  rig.server.setCandles('BTCUSDT', '1h', broken);
  const request = { symbol: 'BTCUSD', timeframe: '1h', fromMs: 0, toMs: NOW_MS } as const;
  const candles = await rig.adapter.candles({ ...request, limit: 10 });
  expect(candles).toEqual(toExpected([one, four]));
});
