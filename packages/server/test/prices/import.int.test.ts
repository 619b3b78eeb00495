import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Candle } from '@halyard/contract/market';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOperator, OPERATOR_SOCKET } from '#platform/operator/operator.ts';
import { eventually } from '../support/eventually.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const PAGES_MAX = 40;
const BITCOIN = fileURLToPath(
  new URL(
    '../../../../../shared/data/prices/ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json',
    import.meta.url,
  ),
);
const isBitcoinThere = existsSync(BITCOIN);
const MINUTES = 30_000;
const MINUTES_FROM = Date.UTC(2024, 0, 1);

describeOnDatabase('import-candles', (database) => {
  let folder: string;
  let vendor: VendorPrices;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-import-'));
    vendor = await startVendorPrices(97_000);
    vendor.binance.ignoreRequests(true);
    const environment = { ...vendor.environment, FEED: 'crypto=binance,forex=simulator' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
    await rm(folder, { recursive: true });
  });

  const run = async (words: readonly string[], options: { readonly signal?: AbortSignal } = {}) => {
    const printed: string[] = [];
    const progress: string[] = [];
    const answer = await callOperator({
      path: join(server.dataDir, OPERATOR_SOCKET),
      words: ['import-candles', ...words],
      directory: folder,
      print: (line) => printed.push(line),
      progress: (text) => progress.push(text),
      signal: options.signal ?? new AbortController().signal,
    });
    return { code: answer.kind === 'ended' ? answer.code : answer.kind, printed, progress };
  };
  /** All that there are, oldest first. */
  const candles = async (symbol: string, timeframe: string, untilMs: number) => {
    let list: readonly Candle[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const to = list[0]?.[0] ?? untilMs;
      const query = `symbol=${symbol}&timeframe=${timeframe}&from=0&to=${to}`;
      const reply = await server.get<Candle[]>(`/api/market/candles?${query}`);
      const older = dataOf(reply.envelope);
      if (older.length === 0) return list;
      list = [...older, ...list];
    }
    return list;
  };

  it('stores the rows of a file and reports each rejected row with its line', async () => {
    await writeFile(
      join(folder, 'prices.csv'),
      [
        'time,open,high,low,close,volume',
        '2024-03-04T10:00:00Z,100,110,90,105,7',
        '2024-03-04T10:01:00Z,105,104,90,100,7',
        'yesterday,100,110,90,105,7',
        '2024-03-04T10:03:00Z,105,120,100,118,7',
        '2024-03-04T10:02:00Z,105,120,100,118,7',
        '2024-03-04T10:04:00Z,118,119,1x,118,7',
        '2024-03-04T10:05:00Z,118,119,117,118,7',
        '2024-03-04T10:06:00Z,118,119,117,118,7',
        '2024-03-04T10:07:00Z,118,119,117,118,7',
        '',
      ].join('\n'),
    );
    const { code, printed } = await run(['btcusd', 'prices.csv']);
    expect(printed).toEqual([
      'Read 9 rows, refused 4.',
      '  row 3: high-low-inconsistent',
      '  row 4: time-unreadable',
      '  row 6: not-after-the-row-before',
      '  row 7: price-unreadable',
      'Stored 5 candles of 1m for BTCUSD, from 2024-03-04T10:00Z to 2024-03-04T10:07Z.',
    ]);
    expect(code).toBe(0);
    const from = Date.UTC(2024, 2, 4, 10);
    expect(await candles('BTCUSD', '1m', from + DAY_MS)).toEqual([
      [from, 100, 110, 90, 105, 7],
      [from + 3 * MINUTE_MS, 105, 120, 100, 118, 7],
      ...[5, 6, 7].map((minute) => [from + minute * MINUTE_MS, 118, 119, 117, 118, 7]),
    ]);
    expect(await candles('BTCUSD', '1h', from + DAY_MS)).toEqual([[from, 100, 120, 90, 118, 35]]);
  });

  it.each([
    [['BTCUSD', 'nowhere.json'], /nowhere\.json: there is no such file\./],
    [['BTCUSD', '.'], /it is not a file\./],
    [['BTCUSD', '/dev/zero'], /it is not a file\./],
    [['BTCUSD', 'file\0.csv'], /this is no path\./],
    [['BTCUSD', 'prices.txt'], /its name must end in \.json or \.csv\. Nothing is stored\./],
    [['BTCUSD', 'broken.json'], /it is not valid JSON\. Nothing is stored\./],
    [['BTCUSD', 'empty.csv'], /Nothing is stored\./],
    [['NOTHING', 'prices.csv'], /There is no symbol NOTHING\./],
  ])('rejects %j with a message and stores nothing', async (words, sentence) => {
    await writeFile(join(folder, 'prices.txt'), 'time,price\n');
    await writeFile(join(folder, 'broken.json'), '{"candles": [');
    await writeFile(join(folder, 'empty.csv'), '');
    const { code, printed } = await run(words);
    expect(printed).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
  });

  it('requires a symbol and one file', async () => {
    for (const words of [[], ['BTCUSD'], ['BTCUSD', 'a.csv', 'b.csv']]) {
      expect((await run(words)).code).toBe(2);
    }
  });

  it('shows progress, loses nothing when interrupted, and ends the same when run again', async () => {
    const rows = Array.from({ length: MINUTES }, (_, index) => {
      const price = 1_000 + (index % 500);
      const time = new Date(MINUTES_FROM + index * MINUTE_MS).toISOString();
      return `${time},${price},${price + 2},${price - 2},${price + 1},1`;
    });
    await mkdir(join(folder, 'deep'), { recursive: true });
    const file = join('deep', 'minutes.csv');
    const header = 'time,open,high,low,close,volume';
    await writeFile(join(folder, file), [header, ...rows].join('\n'));
    const interrupting = new AbortController();
    const broken = callOperator({
      path: join(server.dataDir, OPERATOR_SOCKET),
      words: ['import-candles', 'ETHUSD', file],
      directory: folder,
      print: () => undefined,
      progress: (text) => {
        if (text.endsWith('candles stored')) interrupting.abort();
      },
      signal: interrupting.signal,
    });
    expect((await broken).kind).toBe('broken');
    const end = MINUTES_FROM + MINUTES * MINUTE_MS;
    let stored: readonly Candle[] = [];
    await eventually(async () => {
      const count = stored.length;
      stored = await candles('ETHUSD', '1m', end);
      expect(stored.length, 'nothing is stored any more').toBe(count);
      expect(count).toBeGreaterThanOrEqual(1_000);
    });
    expect(stored.length).toBeLessThan(MINUTES);
    expect(stored.map(([t]) => t)).toEqual(stored.map((_, at) => MINUTES_FROM + at * MINUTE_MS));

    const { code, printed, progress } = await run(['ETHUSD', file]);
    expect([code, printed[0]]).toEqual([0, 'Read 30,000 rows, refused 0.']);
    expect(progress).toContain('30,000 of 30,000 candles stored');
    const all = await candles('ETHUSD', '1m', end);
    expect(all.length).toBe(MINUTES);
    expect(all.at(-1)?.[0]).toBe(end - MINUTE_MS);
  });

  it('keeps a stored hour that a file of minutes covers in part', async () => {
    const header = 'time,open,high,low,close';
    const hours = ['10', '11'].map((hour) => `2024-05-06T${hour}:00Z,100,190,90,150`);
    await writeFile(join(folder, 'hours.csv'), [header, ...hours].join('\n'));
    const minutes = Array.from({ length: 80 }, (_, minute) => {
      const time = new Date(Date.UTC(2024, 4, 6, 10, 45 + minute)).toISOString();
      return `${time},100,110,95,105`;
    });
    await writeFile(join(folder, 'part.csv'), [header, ...minutes].join('\n'));
    expect((await run(['XRPUSD', 'hours.csv'])).code).toBe(0);
    expect((await run(['XRPUSD', 'part.csv'])).code).toBe(0);
    const from = Date.UTC(2024, 4, 6, 10);
    const highs = (await candles('XRPUSD', '1h', from + DAY_MS)).map(([t, , high]) => [
      (t - from) / HOUR_MS,
      high,
    ]);
    // 10:00 is whole in the hours alone; 11:00 is whole in the minutes; of 12:00 there are five.
    expect(highs).toEqual([
      [0, 190],
      [1, 110],
      [2, 110],
    ]);
  });

  it('reports that a simulated symbol keeps its simulated history', async () => {
    await writeFile(
      join(folder, 'euro.csv'),
      'time,open,high,low,close\n2024-03-04,1.1,1.2,1,1.15\n2024-03-05,1.1,1.2,1,1.15\n',
    );
    const { code, printed } = await run(['EURUSD', 'euro.csv']);
    expect(code).toBe(0);
    expect(printed.at(-1)).toBe(
      'EURUSD shows its simulated past now; these are kept for when it has real prices.',
    );
  });

  const realTitle =
    'takes the real four-hour Bitcoin file, whose days are those of plain arithmetic';
  it.skipIf(!isBitcoinThere)(
    isBitcoinThere ? realTitle : `${realTitle}: SKIPPED, ../shared is not here`,
    async () => {
      const { code, printed } = await run(['BTCUSD', BITCOIN]);
      const { candles: rows } = JSON.parse(await readFile(BITCOIN, 'utf8')) as {
        candles: Record<'start' | 'open' | 'high' | 'low' | 'close', string>[];
      };
      expect(printed[0]).toBe(`Read ${rows.length.toLocaleString('en')} rows, refused 0.`);
      expect(code).toBe(0);
      const lastMs = Number(rows.at(-1)?.start) * 1_000;
      const untilMs = Math.floor(lastMs / DAY_MS) * DAY_MS;
      const fromMs = Date.UTC(2024, 3, 1);
      const days = Map.groupBy(rows, ({ start }) => Math.floor(Number(start) / 86_400) * DAY_MS);
      const cent = (text: string | undefined): number => Math.round(Number(text) * 100) / 100;
      const expected = [...days]
        .filter(([startMs]) => startMs >= fromMs && startMs < untilMs)
        .map(([startMs, group]) => [
          startMs,
          cent(group[0]?.open),
          Math.max(...group.map(({ high }) => cent(high))),
          Math.min(...group.map(({ low }) => cent(low))),
          cent(group.at(-1)?.close),
        ]);
      expect(expected.length).toBeGreaterThan(300);
      const found = (await candles('BTCUSD', '1d', untilMs)).filter(([t]) => t >= fromMs);
      expect(found.map((candle) => candle.slice(0, 5))).toEqual(expected);
    },
  );
});
