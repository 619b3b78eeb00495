import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { hasSharedPrices, sharedPriceFile } from '#testing/shared-prices.ts';
import { createMemoryCandleStore, importCandles } from './candle-book.ts';
import type { CandleStore, ImportProgress } from './candle-book.ts';
import { readLayers } from './layers.ts';

const NOW_MS = Date.parse('2026-11-20T15:30Z');

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function importFile(symbol: string, path: string, store: CandleStore) {
  const instrument = loadCatalogue().find((one) => one.symbol === symbol);
  const progress: ImportProgress[] = [];
  const result = await importCandles({
    instrument: assertPresent(instrument, 'the symbol is listed'),
    path,
    store,
    nowMs: NOW_MS,
    onProgress: (step) => progress.push(step),
  });
  return { result, progress };
}

const quiet = { recentMinutes: () => [] };

function read(store: CandleStore, symbol: string, timeframe: Timeframe, limit = 20_000) {
  const request = { symbol, timeframe, fromMs: -Infinity, toMs: Infinity, limit };
  return readLayers(store, quiet, { ...request, fromMs: Date.parse('1900-01-01') });
}

it('stores a file under the timeframe of its step, and may be run again', async () => {
  const path = join(folder, 'hours.csv');
  await writeFile(
    path,
    'time,open,high,low,close\n2026-01-05T10:00Z,1,3,1,2\n2026-01-05T11:00Z,2,2,1,1\n2026-01-05T12:00Z,x,2,1,1\n2026-01-05T13:00Z,1,4,1,3\n',
  );
  const store = createMemoryCandleStore();
  for (let time = 0; time < 2; time += 1) {
    const { result, progress } = await importFile('XAUUSD', path, store);
    expect(result).toMatchObject({
      kind: 'imported',
      timeframe: '1h',
      candles: 3,
      report: {
        rowsRead: 4,
        rowsRefused: 1,
        rejections: [{ row: 4, rowProblem: 'price-unreadable' }],
      },
    });
    expect(progress).toEqual([{ kind: 'storing', candles: 3, candlesTotal: 3 }]);
  }
  expect(await read(store, 'XAUUSD', '1d')).toEqual([candle('2026-01-05', [100, 400, 100, 300])]);
});

function candle(start: string, prices: readonly number[]): Candle {
  const [openPoints, highPoints, lowPoints, closePoints] = prices.map(points);
  return {
    startMs: Date.parse(start),
    openPoints: openPoints ?? points(0),
    highPoints: highPoints ?? points(0),
    lowPoints: lowPoints ?? points(0),
    closePoints: closePoints ?? points(0),
    volume: 0,
  };
}

it('assigns a week that begins on Sunday evening to the week that holds most of it', async () => {
  const path = join(folder, 'weeks.csv');
  await writeFile(
    path,
    'time,open,high,low,close\n2026-01-04T22:00Z,1,3,1,2\n2026-01-11T22:00Z,2,2,1,1\n',
  );
  const store = createMemoryCandleStore();
  await importFile('XAUUSD', path, store);
  const weeks = await read(store, 'XAUUSD', '1w');
  expect(weeks.map(({ startMs }) => new Date(startMs).toISOString().slice(0, 10))).toEqual([
    '2026-01-05',
    '2026-01-12',
  ]);
});

it('refuses a file that cannot be read and stores nothing', async () => {
  const store = createMemoryCandleStore();
  const { result } = await importFile('XAUUSD', join(folder, 'none.csv'), store);
  expect(result).toEqual({ kind: 'refused', problem: 'there is no such file' });
  expect(await read(store, 'XAUUSD', '1d')).toEqual([]);
});

it('rejects future rows with their lines, and accepts the rows after an invalid one', async () => {
  const path = join(folder, 'future.csv');
  const times = ['2026-11-19', '2062-11-20', '2026-11-20', '2026-11-21', '2026-11-18'];
  const rows = times.map((time) => `${time},10,12,9,11`);
  await writeFile(path, ['time,open,high,low,close', ...rows].join('\n'));
  const store = createMemoryCandleStore();
  const { result } = await importFile('XAUUSD', path, store);
  expect(result).toMatchObject({
    candles: 2,
    report: {
      rejections: [
        { row: 3, rowProblem: 'in-the-future' },
        { row: 5, rowProblem: 'in-the-future' },
        { row: 6, rowProblem: 'not-after-the-row-before' },
      ],
    },
  });
  expect(await store.bounds('XAUUSD', '1d')).toEqual({
    firstMs: Date.parse('2026-11-19'),
    lastMs: Date.parse('2026-11-20'),
  });
  const json = join(folder, 'future.json');
  const starts = [NOW_MS - DAY_MS, NOW_MS - HOUR_MS, NOW_MS + 1_000].map((atMs) => atMs / 1_000);
  const prices = { open: '10', high: '12', low: '9', close: '11' };
  await writeFile(json, JSON.stringify({ candles: starts.map((start) => ({ start, ...prices })) }));
  expect((await importFile('XAUUSD', json, store)).result).toMatchObject({
    report: { rowsRead: 3, rejections: [{ row: 3, rowProblem: 'in-the-future' }] },
  });
});

it('builds five-minute and hourly candles from imported minutes', async () => {
  const path = join(folder, 'minutes.csv');
  await writeFile(path, 'time,bid,ask\n1767607200,10,11\n1767607260,12,13\n1767610800,9,10\n');
  const store = createMemoryCandleStore();
  const { result } = await importFile('XAUUSD', path, store);
  expect(result).toMatchObject({ timeframe: '1m', candles: 3 });
  const hours = await read(store, 'XAUUSD', '1h');
  expect(hours.map(({ openPoints, closePoints }) => [openPoints, closePoints])).toEqual([
    [1_000, 1_200],
    [900, 900],
  ]);
  const range = { symbol: 'XAUUSD', fromMs: 0, toMs: Infinity, limit: 10 };
  const fives = await store.list({ ...range, timeframe: '5m' });
  expect(fives.map(({ startMs, closePoints }) => [startMs, closePoints])).toEqual([
    [1_767_607_200_000, 1_200],
    [1_767_610_800_000, 900],
  ]);
});

it('keeps a stored hour that the file covers only in part', async () => {
  const store = createMemoryCandleStore();
  const hourOf = (time: string, high: number): Candle => ({
    startMs: Date.parse(time),
    openPoints: points(100),
    highPoints: points(high),
    lowPoints: points(100),
    closePoints: points(100),
    volume: 9,
  });
  const first = hourOf('2026-01-05T10:00Z', 900);
  await store.put('XAUUSD', '1h', [first, hourOf('2026-01-05T11:00Z', 900)]);
  const path = join(folder, 'parts.csv');
  const minutes = Array.from({ length: 100 }, (_, minute) => {
    const time = new Date(Date.parse('2026-01-05T10:30Z') + minute * MINUTE_MS).toISOString();
    return `${time},2,3,1,2`;
  });
  await writeFile(path, `time,open,high,low,close\n${minutes.join('\n')}\n`);
  await importFile('XAUUSD', path, store);
  const hours = await store.list({
    symbol: 'XAUUSD',
    timeframe: '1h',
    fromMs: 0,
    toMs: Infinity,
    limit: 10,
  });
  // The stored hour of 10:00 was complete and stays; 11:00 is complete in the file; 12:00 has ten
  // minutes in the file, which is more than the stored nothing.
  expect(hours.map(({ highPoints }) => highPoints)).toEqual([900, 300, 300]);
  expect(hours[0]).toEqual(first);
});

it('shows imported days before the vendor’s hours, each day once and complete', async () => {
  const store = createMemoryCandleStore();
  const day = (index: number, price: number) =>
    candle(new Date(Date.parse('2026-01-01') + index * DAY_MS).toISOString(), Array(4).fill(price));
  await store.put(
    'XAUUSD',
    '1d',
    [0, 1, 2, 3].map((index) => day(index, 100 + index)),
  );
  // Hourly rows that begin in the middle of the third day.
  const hours = Array.from({ length: 36 }, (_, index) => ({
    ...day(0, 500),
    startMs: Date.parse('2026-01-03T12:00Z') + index * HOUR_MS,
  }));
  await store.put('XAUUSD', '1h', hours);
  const days = await read(store, 'XAUUSD', '1d');
  expect(days.map(({ closePoints }) => closePoints)).toEqual([100, 101, 102, 500]);
});

it('never shows an incomplete week as a week', async () => {
  const startMs = Date.parse('2020-01-01');
  const hours = Array.from({ length: 45_000 }, (_, index) => ({
    ...candle('2020-01-01', [100 + index, 100 + index, 100 + index, 100 + index]),
    startMs: startMs + index * HOUR_MS,
  }));
  const store: CandleStore = {
    list: ({ timeframe, limit }) => Promise.resolve(timeframe === '1h' ? hours.slice(-limit) : []),
    put: () => Promise.resolve(),
    span: () => Promise.resolve(undefined),
    putSpan: () => Promise.resolve(),
    bounds: (_, timeframe) =>
      Promise.resolve(
        timeframe === '1h'
          ? { firstMs: startMs, lastMs: hours.at(-1)?.startMs ?? startMs }
          : undefined,
      ),
  };
  const weeks = await read(store, 'XAUUSD', '1w', 200);
  for (const week of weeks) {
    expect(week.openPoints).toBe(100 + (week.startMs - startMs) / HOUR_MS);
  }
  expect(weeks).toHaveLength(119);
});

it('counts a minute once while it is both stored and in memory', async () => {
  const store = createMemoryCandleStore();
  const minute = { ...candle('2026-01-05T10:00Z', [1, 2, 1, 2]), volume: 5 };
  await store.put('XAUUSD', '1m', [minute]);
  const recent = { recentMinutes: () => [minute] };
  const range = { symbol: 'XAUUSD', fromMs: 0, toMs: Infinity, limit: 10 };
  for (const timeframe of ['1m', '1h'] as const) {
    const [only] = await readLayers(store, recent, { ...range, timeframe });
    expect(only, timeframe).toEqual(minute);
  }
});

type FileRow = Readonly<Record<'start' | 'open' | 'high' | 'low' | 'close', string>>;

it.runIf(hasSharedPrices)(
  'imports the real four-hour Bitcoin file with correct daily candles',
  async () => {
    const path = sharedPriceFile('ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json');
    const rows = (JSON.parse(await readFile(path, 'utf8')) as { candles: FileRow[] }).candles;
    const store = createMemoryCandleStore();
    const { result } = await importFile('BTCUSD', path, store);
    expect(result).toMatchObject({ timeframe: '4h', candles: 20_695, report: { rowsRefused: 0 } });
    // The memory store keeps the newest 20,000 candles of a layer.
    const byDate = Map.groupBy(rows.slice(-20_000), ({ start }) =>
      new Date(Number(start) * 1_000).toISOString().slice(0, 10),
    );
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    const wanted = [...byDate.values()].map((ofDay) => [
      cents(ofDay[0]?.open),
      Math.max(...ofDay.map(({ high }) => cents(high))),
      Math.min(...ofDay.map(({ low }) => cents(low))),
      cents(ofDay.at(-1)?.close),
    ]);
    const days = await read(store, 'BTCUSD', '1d');
    expect(
      days.map((one) => [one.openPoints, one.highPoints, one.lowPoints, one.closePoints]).slice(1),
    ).toEqual(wanted.slice(-days.length).slice(1));
    expect(days.length).toBeGreaterThan(3_300);
  },
);

it.runIf(hasSharedPrices)('imports the real weekly and daily files', async () => {
  const store = createMemoryCandleStore();
  const weekly = await importFile(
    'US500',
    sharedPriceFile('ta4j_YahooFinance-SP500-PT7D-19500103_20260310.json'),
    store,
  );
  expect(weekly.result).toMatchObject({
    timeframe: '1w',
    candles: 3_976,
    report: { rowsRead: 3_977 },
  });
  const weeks = await read(store, 'US500', '1w');
  expect(weeks.every(({ startMs }) => (startMs - Date.parse('2024-01-01')) % WEEK_MS === 0)).toBe(
    true,
  );
  const daily = await importFile('NATGAS', sharedPriceFile('natgas_daily.csv'), store);
  expect(daily.result).toMatchObject({ timeframe: '1d' });
});
