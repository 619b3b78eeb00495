import { points } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Candle } from '@halyard/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCandleStore } from '#features/prices/prices.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** What a layer but that of minutes keeps; stated again, so that a change of it is meant. */
const KEPT = 110_000;
const MINUTES_KEPT = 530_000;

function candle(startMs: number, price = 100): Candle {
  return {
    startMs,
    openPoints: points(price),
    highPoints: points(price + 7),
    lowPoints: points(price - 3),
    closePoints: points(price + 1),
    volume: 1.5,
  };
}

describeOnDatabase('stored candles', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
  });
  afterAll(() => db.close());

  const range = { symbol: 'BTCUSD', fromMs: -Infinity, toMs: Infinity, limit: 10 } as const;

  it('are returned unchanged, ascending, the newest of the range', async () => {
    const store = createCandleStore(db);
    const candles = [3, 1, 2, 5].map((minute) => candle(minute * MINUTE_MS, 100_000_000 * minute));
    await store.put('BTCUSD', '1m', candles);
    const read = async (change: object) =>
      await store.list({ ...range, timeframe: '1m', ...change });
    expect(await read({})).toEqual([candles[1], candles[2], candles[0], candles[3]]);
    expect(await read({ limit: 2 })).toEqual([candles[0], candles[3]]);
    const inside = { fromMs: 2 * MINUTE_MS, toMs: 5 * MINUTE_MS };
    expect(await read(inside)).toEqual([candles[2], candles[0]]);
    expect(await read({ symbol: 'ETHUSD' })).toEqual([]);
    expect(await store.list({ ...range, timeframe: '5m' })).toEqual([]);
    expect(await store.bounds('BTCUSD', '1m')).toEqual({
      firstMs: MINUTE_MS,
      lastMs: 5 * MINUTE_MS,
    });
    expect(await store.bounds('BTCUSD', '1h')).toBeUndefined();
  });

  it('store the complete span of a timeframe together with its candles', async () => {
    const store = createCandleStore(db);
    const layer = { symbol: 'SOLUSD', timeframe: '5m' } as const;
    expect(await store.span(layer)).toBeUndefined();
    const many = Array.from({ length: 2_500 }, (_, index) => candle(index * 5 * MINUTE_MS));
    const toMs = 2_500 * 5 * MINUTE_MS;
    await store.putSpan(layer, many, { fromMs: -MINUTE_MS, toMs });
    expect(await store.span(layer)).toEqual({ fromMs: -MINUTE_MS, toMs });
    expect(await store.bounds('SOLUSD', '5m')).toEqual({
      firstMs: 0,
      lastMs: toMs - 5 * MINUTE_MS,
    });
    await store.putSpan(layer, [], { fromMs: 0, toMs: toMs + DAY_MS });
    expect(await createCandleStore(db).span(layer)).toEqual({ fromMs: 0, toMs: toMs + DAY_MS });
    // What a file brings is no part of it.
    await store.put('SOLUSD', '5m', [candle(toMs + 9 * DAY_MS)]);
    expect(await store.span(layer)).toEqual({ fromMs: 0, toMs: toMs + DAY_MS });
    expect(await store.span({ ...layer, symbol: 'ETHUSD' })).toBeUndefined();
    expect(await store.span({ ...layer, timeframe: '1m' })).toBeUndefined();
  });

  it('may be older than 1970', async () => {
    const store = createCandleStore(db);
    const old = candle(Date.UTC(1833, 0, 1));
    await store.put('XAUUSD', '1d', [old]);
    expect(await store.list({ ...range, symbol: 'XAUUSD', timeframe: '1d' })).toEqual([old]);
  });

  it('are replaced by those of the same start, the last one of a list', async () => {
    const store = createCandleStore(db);
    await store.put('ETHUSD', '1h', [candle(0), candle(HOUR_MS)]);
    await store.put('ETHUSD', '1h', [candle(0, 50), candle(0, 60)]);
    await store.put('ETHUSD', '1h', []);
    expect(await store.list({ ...range, symbol: 'ETHUSD', timeframe: '1h' })).toEqual([
      candle(0, 60),
      candle(HOUR_MS),
    ]);
  });

  it('keep twelve months of minutes', async () => {
    const store = createCandleStore(db);
    const asked: unknown[] = [];
    const counting = createCandleStore({
      query: async (text, parameters) => {
        if (text.startsWith('delete')) asked.push(parameters);
        return await db.query(text, parameters);
      },
    });
    await counting.put('DOTUSD', '1m', [candle(0)]);
    await counting.put('DOTUSD', '5m', [candle(0)]);
    expect(await store.bounds('DOTUSD', '1m')).toEqual({ firstMs: 0, lastMs: 0 });
    expect(asked).toEqual([
      ['DOTUSD', '1m', MINUTES_KEPT],
      ['DOTUSD', '5m', KEPT],
    ]);
    expect(MINUTES_KEPT).toBeGreaterThanOrEqual((366 * DAY_MS) / MINUTE_MS);
    expect(KEPT).toBeGreaterThanOrEqual((366 * DAY_MS) / (5 * MINUTE_MS));
  });

  it('are limited in number: the oldest of the same timeframe are deleted', async () => {
    const store = createCandleStore(db);
    const many = Array.from({ length: KEPT + 6_000 }, (_, minute) => candle(minute * MINUTE_MS));
    await store.put('XRPUSD', '5m', many);
    await store.put('XRPUSD', '1h', many.slice(0, 1));
    expect(await store.bounds('XRPUSD', '5m')).toEqual({
      firstMs: 6_000 * MINUTE_MS,
      lastMs: (KEPT + 5_999) * MINUTE_MS,
    });
    expect(await store.bounds('XRPUSD', '1h')).toEqual({ firstMs: 0, lastMs: 0 });
    // A process that begins anew knows nothing of what is there, and still keeps the bound.
    await createCandleStore(db).put('XRPUSD', '5m', [candle((KEPT + 6_000) * MINUTE_MS)]);
    expect((await store.bounds('XRPUSD', '5m'))?.firstMs).toBe(6_001 * MINUTE_MS);
  });
});
