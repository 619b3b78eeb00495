import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedPrices, sharedPriceFile } from '#testing/shared-prices.ts';
import { parseTime } from './parse-time.ts';
import { readPriceFile } from './price-file.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'price-file-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(name: string, content: string, decimals = 2) {
  const path = join(folder, name);
  await writeFile(path, content);
  return readPriceFile({ path, decimals });
}

const candle = (start: number, prices: readonly unknown[], volume: unknown = '1') => ({
  start: String(start),
  open: prices[0],
  high: prices[1],
  low: prices[2],
  close: prices[3],
  volume,
});

it('reads candles by their start, and rejects each malformed row with its number', async () => {
  const candles = [
    candle(0, ['10', '12', '9', '11']),
    candle(60, ['11', '12', '10.5', '11.25']),
    candle(120, ['11', 'NaN', '9', '11']),
    candle(180, ['11', '10', '9', '11']),
    candle(60, ['11', '12', '10', '11']),
    null,
    candle(240, ['0.001', '12', '0.001', '11']),
    candle(300, ['11', '11', '11', '11'], 'many'),
  ];
  const file = await read('a.json', JSON.stringify({ candles }));
  expect(file).toEqual({
    kind: 'read',
    table: {
      kind: 'candles',
      rows: [
        row(0, 60_000, [1_000, 1_200, 900, 1_100], 1),
        row(60_000, 60_000, [1_100, 1_200, 1_050, 1_125], 1),
        row(300_000, 60_000, [1_100, 1_100, 1_100, 1_100], 0),
      ],
    },
    report: {
      rowsRead: 8,
      rowsRefused: 5,
      rejections: [
        { row: 3, rowProblem: 'price-unreadable' },
        { row: 4, rowProblem: 'high-low-inconsistent' },
        { row: 5, rowProblem: 'not-after-the-row-before' },
        { row: 6, rowProblem: 'time-unreadable' },
        { row: 7, rowProblem: 'price-unreadable' },
      ],
      firstMs: 0,
      lastMs: 300_000,
    },
  });
});

function row(startMs: number, lengthMs: number, prices: readonly number[], volume: number) {
  const [openPoints, highPoints, lowPoints, closePoints] = prices;
  return { startMs, lengthMs, openPoints, highPoints, lowPoints, closePoints, volume };
}

it('reads candles by their end, each no longer than to the next one', async () => {
  const at = (endTime: number) => ({
    endTime,
    openPrice: 1.5,
    highPrice: 2,
    lowPrice: 1,
    closePrice: 1.75,
    volume: 7,
  });
  const ohlc = [at(HOUR_MS), at(2 * HOUR_MS), at(3 * HOUR_MS), at(3.5 * HOUR_MS)];
  const file = await read('b.json', JSON.stringify({ name: 'x', ohlc }));
  expect(file.kind === 'read' && file.table.rows).toEqual([
    row(0, HOUR_MS, [150, 200, 100, 175], 7),
    row(HOUR_MS, HOUR_MS, [150, 200, 100, 175], 7),
    row(2 * HOUR_MS, HOUR_MS / 2, [150, 200, 100, 175], 7),
    row(2.5 * HOUR_MS, HOUR_MS, [150, 200, 100, 175], 7),
  ]);
});

it.each([
  ['not.json', '{', 'it is not valid JSON'],
  ['list.json', '[]', 'it has neither a list "candles" nor a list "ohlc"'],
  ['none.json', '{"candles":[]}', 'no row can be used (it has no rows)'],
  ['bad.json', '{"candles":[{}]}', 'no row can be used (row 1: time-unreadable)'],
  [
    'one.json',
    JSON.stringify({ candles: [candle(0, ['1', '1', '1', '1'])] }),
    'one candle alone does not tell how long it lasts; give a file of at least two',
  ],
  ['empty.csv', '', 'it is empty'],
  ['long.csv', `time,price\n${'1'.repeat(1_001)}\n`, 'line 2 has over 1000 characters'],
  [
    'columns.csv',
    'Date,Country,Exchange rate\n1971-01-01,Australia,0.8944\n',
    'its first line must name the columns: time and either open, high, low, close, or bid, ask, or price',
  ],
])('refuses %s as a whole and says why', async (name, content, problem) => {
  expect(await read(name, content)).toEqual({ kind: 'refused', problem });
});

it('reads CSV candles and counts its lines from the first', async () => {
  const file = await read(
    'c.csv',
    '\uFEFF"DATE";"OPEN";"HIGH";"LOW";"CLOSE"\r\n2026-01-02;1;2;0.5;1.5\r\n\r\n2026-01-03;x;2;0.5;1.5\r\n2026-01-05;1;2;0.5;1.5\r\n2026-01-06;1;2;0.5;1.5\r\n',
  );
  expect(file).toMatchObject({
    table: { kind: 'candles', rows: [{ lengthMs: DAY_MS }, { lengthMs: DAY_MS }, {}] },
    report: {
      rowsRead: 4,
      rowsRefused: 1,
      rejections: [{ row: 4, rowProblem: 'price-unreadable' }],
    },
  });
});

it('rejects crossed ticks, and accepts several ticks of one millisecond', async () => {
  const file = await read('d.csv', 'time,bid,ask\n1,2,1.99\n1,1.99,2\n1,2,2\n0,2,2\n');
  expect(file).toMatchObject({
    table: { kind: 'ticks', rows: [{ bidPoints: 199 }, { bidPoints: 200 }] },
    report: {
      rejections: [
        { row: 2, rowProblem: 'crossed' },
        { row: 5, rowProblem: 'not-after-the-row-before' },
      ],
    },
  });
});

it('lists at most a hundred rejected rows but counts all', async () => {
  const lines = Array.from({ length: 250 }, () => '2026-01-01,-1').join('\n');
  const file = await read('e.csv', `time,price\n2026-01-01,1\n${lines}\n`);
  expect(file.kind === 'read' && file.report.rowsRefused).toBe(250);
  expect(file.kind === 'read' && file.report.rejections).toHaveLength(100);
});

it.each([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['1833-01', '1833-01-01T00:00:00.000Z'],
  ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
  ['1463544000', '2016-05-18T04:00:00.000Z'],
  ['1463544000000', '2016-05-18T04:00:00.000Z'],
  ['1463544000000000', '2016-05-18T04:00:00.000Z'],
  ['2026-13-02', undefined],
  ['2026-02-30', undefined],
  ['2026-02-29 03:04', undefined],
  ['2028-02-29T23:30:00-05:00', '2028-03-01T04:30:00.000Z'],
  ['02/01/2026', undefined],
  ['2026', '1970-01-01T00:33:46.000Z'],
  ['', undefined],
  ['now', undefined],
])('reads the time %j as %s', (text, expected) => {
  const atMs = parseTime(text);
  expect(atMs === undefined ? undefined : new Date(atMs).toISOString()).toBe(expected);
});

it.runIf(hasSharedPrices).each([
  ['ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json', 2, 20_695, 0, 'candles', 4 * HOUR_MS],
  ['ta4j_Coinbase-ETH-USD-PT1D-20160517_20260310.json', 2, 3_582, 0, 'candles', DAY_MS],
  ['ta4j_YahooFinance-SP500-PT7D-19500103_20260310.json', 1, 3_977, 0, 'candles', 7 * DAY_MS],
  ['vix_daily.csv', 2, 9_235, 47, 'candles', DAY_MS],
  ['gold_monthly.csv', 2, 2_322, 0, 'ticks', undefined],
  ['natgas_daily.csv', 3, 7_437, undefined, 'ticks', undefined],
  ['oil_brent-daily.csv', 2, 9_958, 0, 'ticks', undefined],
] as const)(
  'reads the complete real file %s',
  async (name, decimals, count, refused, kind, lengthMs) => {
    const file = await readPriceFile({ path: sharedPriceFile(name), decimals });
    if (file.kind === 'refused') throw new Error(file.problem);
    expect(file.table.kind).toBe(kind);
    expect(file.report.rowsRead).toBe(count);
    if (refused !== undefined) expect(file.report.rowsRefused).toBe(refused);
    if (file.table.kind === 'candles') expect(file.table.rows[0]?.lengthMs).toBe(lengthMs);
  },
);
