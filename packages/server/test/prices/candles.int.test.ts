import { points } from '@halyard/core/instrument';
import type { Candle } from '@halyard/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCandleStore } from '#features/prices/prices.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';

const MINUTE_MS = 60_000;
/** What a layer keeps; stated again, so that a change of it is meant. */
const KEPT = 110_000;

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

describeOnEachDatabase('stored candles', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
  });
  afterAll(() => db.close());

  const range = { symbol: 'BTCUSD', fromMs: -Infinity, toMs: Infinity, limit: 10 } as const;

  it('come back as they were, ascending, the newest of the range', async () => {
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

  it('may be older than 1970', async () => {
    const store = createCandleStore(db);
    const old = candle(Date.UTC(1833, 0, 1));
    await store.put('XAUUSD', '1d', [old]);
    expect(await store.list({ ...range, symbol: 'XAUUSD', timeframe: '1d' })).toEqual([old]);
  });

  it('are replaced by those of the same start, the last of a list winning', async () => {
    const store = createCandleStore(db);
    await store.put('ETHUSD', '1h', [candle(0), candle(3_600_000)]);
    await store.put('ETHUSD', '1h', [candle(0, 50), candle(0, 60)]);
    await store.put('ETHUSD', '1h', []);
    expect(await store.list({ ...range, symbol: 'ETHUSD', timeframe: '1h' })).toEqual([
      candle(0, 60),
      candle(3_600_000),
    ]);
  });

  it('are bounded in number: the oldest go, of their own layer alone', async () => {
    const store = createCandleStore(db);
    const many = Array.from({ length: KEPT + 3_000 }, (_, minute) => candle(minute * MINUTE_MS));
    await store.put('XRPUSD', '1m', many);
    await store.put('XRPUSD', '1h', many.slice(0, 1));
    expect(await store.bounds('XRPUSD', '1m')).toEqual({
      firstMs: 3_000 * MINUTE_MS,
      lastMs: (KEPT + 2_999) * MINUTE_MS,
    });
    expect(await store.bounds('XRPUSD', '1h')).toEqual({ firstMs: 0, lastMs: 0 });
    // A process that begins anew knows nothing of what is there, and still keeps the bound.
    await createCandleStore(db).put('XRPUSD', '1m', [candle((KEPT + 3_000) * MINUTE_MS)]);
    expect((await store.bounds('XRPUSD', '1m'))?.firstMs).toBe(3_001 * MINUTE_MS);
  });
});
