// Candles over HTTP: twelve months on the first start, of simulated prices and of a vendor's.
import type { Candle } from '@halyard/contract/market';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { candleStartMs, createSessions, TIMEFRAME_MS, TIMEFRAMES } from '@halyard/market';
import type { Timeframe } from '@halyard/market';
import type { VendorCandle } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const YEAR_MS = 365 * DAY_MS;
/** How far back a page of the newest candles is walked. */
const PAGES_MAX = 40;
const MID = 97_000;
const SIMULATED = [
  ['BTCUSD', 'crypto'],
  ['EURUSD', 'fx'],
] as const;
/** Tried with a market that closes, too; a soak tries all. */
const CLOSING_MARKET: readonly Timeframe[] = IS_EXTENDED ? TIMEFRAMES : ['1h', '1d'];

async function candlesOf(
  server: TestServer,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Candle[]> {
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]);
  const search = new URLSearchParams(pairs).toString();
  return dataOf((await server.get<Candle[]>(`/api/market/candles?${search}`)).envelope);
}

function expectSane(candles: readonly Candle[], timeframe: Timeframe, nowMs: number): void {
  for (const [index, [t, o, h, l, c]] of candles.entries()) {
    expect(candleStartMs(timeframe, t)).toBe(t);
    expect(t).toBeGreaterThan(candles[index - 1]?.[0] ?? -Infinity);
    expect(t).toBeLessThanOrEqual(nowMs);
    expect(l).toBeLessThanOrEqual(Math.min(o, c));
    expect(h).toBeGreaterThanOrEqual(Math.max(o, c));
  }
}

/** Where a market was open and no candle is. */
function gapsIn(candles: readonly Candle[], sessionId: string, timeframe: Timeframe): number[] {
  const sessions = createSessions();
  const lengthMs = TIMEFRAME_MS[timeframe];
  const isOpenWithin = (fromMs: number): boolean => {
    for (let atMs = fromMs; atMs < fromMs + lengthMs; atMs += MINUTE_MS) {
      if (sessions.isOpen(sessionId, atMs)) return true;
    }
    return false;
  };
  return candles.slice(1).flatMap(([t], index) => {
    const missing: number[] = [];
    for (let at = (candles[index]?.[0] ?? t) + lengthMs; at < t; at += lengthMs) {
      if (isOpenWithin(at)) missing.push(at);
    }
    return missing;
  });
}

describeOnDatabase('candles of simulated prices', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      database,
      environment: { FEED: 'crypto=simulator,forex=simulator' },
    });
  });
  afterAll(() => server.stop());

  it.each(TIMEFRAMES)('of %s cover twelve months from the first start', async (timeframe) => {
    const nowMs = Date.now();
    const fromMs = nowMs - YEAR_MS;
    for (const [symbol, sessionId] of SIMULATED) {
      if (symbol === 'EURUSD' && !CLOSING_MARKET.includes(timeframe)) continue;
      const query = { symbol, timeframe };
      const oldest = await candlesOf(server, { ...query, from: fromMs, to: fromMs + 7 * DAY_MS });
      expect(oldest.length).toBeGreaterThan(0);
      const newest = await candlesOf(server, { ...query, from: fromMs, to: 8.64e15 });
      for (const candles of [oldest, newest]) {
        expectSane(candles, timeframe, Date.now());
        expect(gapsIn(candles, sessionId, timeframe)).toEqual([]);
      }
      if (symbol === 'BTCUSD') {
        // A candle may turn before its first quote.
        await eventually(async () => {
          const [current] = await candlesOf(server, { ...query, from: nowMs, to: 8.64e15 });
          expect(current?.[0]).toBeGreaterThanOrEqual(candleStartMs(timeframe, nowMs));
        });
        expect(newest.at(-1)?.[0]).toBeGreaterThanOrEqual(
          candleStartMs(timeframe, nowMs - MINUTE_MS),
        );
      }
    }
  });
});

describeOnDatabase('candles of a vendor’s prices', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  let startedMs: number;
  beforeAll(async () => {
    vendor = await startVendorPrices(MID);
    startedMs = Date.now();
    for (const timeframe of ['1m', '1h'] as const) {
      vendor.binance.setCandles('BTCUSDT', timeframe, vendorCandles(timeframe, startedMs));
    }
    vendor.binance.ignoreRequests(true);
    server = await startServer({ database, environment: vendor.environment });
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  const candles = async (timeframe: Timeframe, fromMs: number, toMs = 8.64e15) =>
    await candlesOf(server, { symbol: 'BTCUSD', timeframe, from: fromMs, to: toMs });

  it('do not delay the start: prices arrive before history', async () => {
    await eventually(async () => {
      const [running] = await candles('1m', startedMs - MINUTE_MS);
      expect(running?.[4]).toBeCloseTo(MID, -2);
    });
    expect((await server.operator('status')).printed.join('\n')).toMatch(
      /history +of 0 of 12 symbols is read/,
    );
  });

  it('load while the program runs, with progress in the log', async () => {
    // The vendor has the minutes that went by meanwhile, too.
    vendor.binance.setCandles('BTCUSDT', '1m', vendorCandles('1m', Date.now()));
    vendor.binance.ignoreRequests(false);
    await expect
      .poll(() => server.log.join(), { timeout: 50_000, interval: 200 })
      .toMatch(/"symbol":"BTCUSD","symbolsDone":1,"symbolsTotal":12,"msg":"history has been read"/);
    expect((await server.operator('status')).printed.join('\n')).toMatch(
      /history +of \d+ of 12 symbols is read, twelve months of minutes of \d+/,
    );
  });

  it.each(TIMEFRAMES)(
    'of %s are ascending and complete without duplicates, up to now',
    async (timeframe) => {
      const askedMs = Date.now();
      const list = await candles(timeframe, startedMs - YEAR_MS);
      expectSane(list, timeframe, Date.now());
      expect(gapsIn(list, 'crypto', timeframe)).toEqual([]);
      expect(list.at(-1)?.[0]).toBeGreaterThanOrEqual(
        candleStartMs(timeframe, askedMs - MINUTE_MS),
      );
      // A candle that has just begun may not have a quote yet.
      await eventually(async () => {
        const [current] = await candles(timeframe, askedMs);
        expect(current?.[0]).toBeGreaterThanOrEqual(candleStartMs(timeframe, askedMs));
      });
    },
  );

  it.each(['1h', '4h', '1d', '1w'] as const)('of %s cover a year', async (timeframe) => {
    const fromMs = startedMs - YEAR_MS;
    let list: readonly Candle[] = [];
    for (let page = 0; page < PAGES_MAX && (list[0]?.[0] ?? Infinity) > fromMs; page += 1) {
      const older = await candles(timeframe, fromMs, list[0]?.[0] ?? 8.64e15);
      if (older.length === 0) break;
      list = [...older, ...list];
    }
    expectSane(list, timeframe, Date.now());
    expect(gapsIn(list, 'crypto', timeframe)).toEqual([]);
    expect(list[0]?.[0]).toBeLessThanOrEqual(fromMs);
    const plain = aggregated(vendorCandles('1h', startedMs), timeframe);
    // The first may begin before the range, the last is under way.
    for (const candle of list.slice(1, -2)) {
      expect(candle.slice(0, 5)).toEqual(plain.get(candle[0]));
    }
  });

  it('are kept over a restart and not requested again', async () => {
    const before = await candles('1h', startedMs - YEAR_MS, startedMs - DAY_MS);
    await server.stop();
    vendor.binance.ignoreRequests(true);
    server = await startServer({ database, environment: vendor.environment });
    expect(await candles('1h', startedMs - YEAR_MS, startedMs - DAY_MS)).toEqual(before);
    vendor.binance.ignoreRequests(false);
  });
});

/** A price that depends on the hour alone, so that minutes and hours agree. */
function vendorCandles(timeframe: '1m' | '1h', nowMs: number): readonly VendorCandle[] {
  const reachMs = timeframe === '1m' ? 10 * DAY_MS : 410 * DAY_MS;
  const lengthMs = TIMEFRAME_MS[timeframe];
  const list: VendorCandle[] = [];
  const fromMs = candleStartMs(timeframe, nowMs - reachMs);
  for (let startMs = fromMs; startMs <= nowMs; startMs += lengthMs) {
    const price = MID + (((startMs / HOUR_MS) | 0) % 97);
    list.push({
      startMs,
      open: price.toFixed(2),
      high: (price + 5).toFixed(2),
      low: (price - 5).toFixed(2),
      close: (price + 1).toFixed(2),
      volume: 1,
    });
  }
  return list;
}

function aggregated(
  hours: readonly VendorCandle[],
  timeframe: Timeframe,
): ReadonlyMap<number, readonly number[]> {
  const groups = Map.groupBy(hours, ({ startMs }) => candleStartMs(timeframe, startMs));
  return new Map(
    [...groups].map(([startMs, group]) => [
      startMs,
      [
        startMs,
        Number(group[0]?.open),
        Math.max(...group.map(({ high }) => Number(high))),
        Math.min(...group.map(({ low }) => Number(low))),
        Number(group.at(-1)?.close),
      ],
    ]),
  );
}
