import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertPresent } from '@halyard/core/assertion';
import type { Quote } from '@halyard/core/instrument';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aggregateCandles, TIMEFRAMES } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createSessions } from '#session/session.ts';
import { hasSharedPrices, sharedPriceFile } from '#testing/shared-prices.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { createMarket } from '../market.ts';
import { createReplay } from './replay.ts';
import type { Replay, ReplayOptions } from './replay.ts';
import { walkOf } from './testing/fixture-walk.ts';
import type { FixtureRow } from './testing/fixture-walk.ts';

// The test starts on a Saturday, because a replay has no trading hours.
const START = Date.parse('2026-11-21T10:00:00.000Z');
const FIXTURE = join(import.meta.dirname, 'fixtures', 'btcusd-4h.json');
const FIXTURE_START = 1_700_006_400_000;
const CANDLE_MS = 4 * HOUR_MS;
const instruments = loadCatalogue();

let rows: readonly FixtureRow[] = [];
let folder = '';

beforeAll(async () => {
  const content = JSON.parse(await readFile(FIXTURE, 'utf8')) as { candles: FixtureRow[] };
  rows = content.candles;
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

type Options = Partial<Pick<ReplayOptions, 'files' | 'speed' | 'startFileMs'>>;

async function create(options: Options = {}) {
  const time = createVirtualTime(START);
  const created = await createReplay({
    instruments,
    ...time,
    files: new Map([['BTCUSD', [FIXTURE]]]),
    speed: 3_600,
    ...options,
  });
  return { time, created };
}

async function play(options: Options = {}) {
  const { time, created } = await create(options);
  if (created.kind === 'refused') throw new Error(created.problems.join('; '));
  const { replay } = created;
  const onError = (error: unknown): void => {
    throw error;
  };
  const sessions = createSessions();
  const market = createMarket({ instruments, feed: replay, sessions, ...time, onError });
  const quotes: Quote[] = [];
  const states: string[] = [];
  market.onQuote((quote) => quotes.push(quote));
  market.onState(({ symbol, state }) => states.push(`${symbol} ${state}`));
  await market.start();
  return { time, market, replay, quotes, states };
}

/** Computes the walk of the fixture independently: file time, bid and ask in cents. */
function plainWalk() {
  return walkOf(rows);
}

it('walks each candle of the file from open over its extremes to close, at its mapped time', async () => {
  const { time, quotes } = await play({ speed: 7_200 });
  const wanted = plainWalk().map(({ atMs, sell, buy }) => ({
    receivedAtMs: START + (atMs - FIXTURE_START) / 7_200,
    bidPoints: sell,
    askPoints: buy,
  }));
  time.advance(wanted.length * 500 + 4_000);
  const first = new Map(quotes.map((quote) => [quote.receivedAtMs, quote]));
  expect(wanted).toHaveLength(72);
  for (const point of wanted) {
    expect(first.get(point.receivedAtMs)).toMatchObject({
      ...point,
      symbol: 'BTCUSD',
      source: 'replay',
      sourceAtMs: point.receivedAtMs,
    });
  }
  expect(new Set(quotes.map(({ sequence }) => sequence)).size).toBe(quotes.length);
});

it('repeats the last quote every second between the points, as new quotes', async () => {
  const { time, quotes, market } = await play({ speed: 60 });
  time.advance(59_500);
  expect(quotes).toHaveLength(60);
  expect(new Set(quotes.map(({ bidPoints }) => bidPoints)).size).toBe(1);
  expect(quotes.map(({ receivedAtMs }) => receivedAtMs - START)).toEqual(
    Array.from({ length: 60 }, (_, second) => second * 1_000),
  );
  expect(market.state('BTCUSD')).toBe('live');
  time.advance(1_000);
  expect(quotes.at(-1)?.bidPoints).toBe(plainWalk()[1]?.sell);
});

it('returns how file time is mapped to the current time', async () => {
  const { replay } = await play();
  expect(replay.mapping).toEqual({ fileStartMs: FIXTURE_START, startMs: START, speed: 3_600 });
});

it('starts at the configured file time, with the price valid then', async () => {
  const startFileMs = FIXTURE_START + 5 * CANDLE_MS + 2.5 * HOUR_MS;
  const { quotes, time } = await play({ startFileMs });
  const walk = plainWalk();
  expect(quotes.map(({ bidPoints }) => bidPoints)).toEqual([walk[22]?.sell]);
  time.advance(500);
  expect(quotes.at(-1)?.bidPoints).toBe(walk[23]?.sell);
});

it('closes a symbol at the end of its file', async () => {
  const { time, market, quotes, states } = await play();
  // The file has 18 candles of four seconds and a gap of one candle.
  time.advance(19 * 4_000 - 1);
  expect(states).toEqual(['BTCUSD live']);
  time.advance(1);
  expect(states).toEqual(['BTCUSD live', 'BTCUSD closed']);
  const count = quotes.length;
  time.advance(10_000);
  expect(quotes).toHaveLength(count);
  expect(market.session('BTCUSD').isOpen).toBe(false);
  expect(quotes.at(-1)?.bidPoints).toBe(plainWalk().at(-1)?.sell);
});

it('shows candles up to the end of its file and none after', async () => {
  const { time, market } = await play({ speed: 30 });
  time.advance(200 * MINUTE_MS);
  const candles = await market.candles({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: Infinity,
    limit: 2_000,
  });
  expect(candles).toHaveLength(19 * 8);
  expect(candles.at(-1)).toMatchObject({
    startMs: START + 151 * MINUTE_MS,
    closePoints: plainWalk().at(-1)?.sell,
  });
});

it('quotes every point even if many are due at once', async () => {
  const { time, quotes } = await play({ speed: 1_000_000 });
  time.advance(2_000);
  expect(quotes.map(({ bidPoints }) => bidPoints)).toEqual(plainWalk().map(({ sell }) => sell));
});

it('shows the file’s own candles, at the time they are replayed', async () => {
  // Four hours of file time take four minutes at this speed: each file candle becomes four 1-minute
  // candles.
  const { time, market } = await play({ speed: 60 });
  time.advance(18 * 4 * MINUTE_MS);
  const candles = await market.candles({
    symbol: 'BTCUSD',
    timeframe: '1m',
    fromMs: 0,
    toMs: Infinity,
    limit: 2_000,
  });
  const perFileCandle = Map.groupBy(candles, ({ startMs }) =>
    Math.floor((startMs - START) / (4 * MINUTE_MS)),
  );
  const played = plainWalk();
  for (const [index, row] of rows.slice(0, 10).entries()) {
    const [candle] = aggregateCandles(
      (perFileCandle.get(index) ?? []).map((one) => ({ ...one, startMs: 0 })),
      '4h',
    );
    const walk = played.slice(index * 4, index * 4 + 4).map(({ sell }) => sell);
    expect(candle, row.start).toEqual({
      startMs: 0,
      openPoints: walk[0],
      highPoints: Math.max(...walk),
      lowPoints: Math.min(...walk),
      closePoints: walk[3],
      volume: Number(row.volume),
    });
  }
});

it.each([60, 47, 3_600, 14_401])('has candles at speed %i that match the quotes', async (speed) => {
  const { time, market, quotes } = await play({ speed });
  time.advance(Math.min(30 * MINUTE_MS + 1_500, (17 * CANDLE_MS) / speed));
  const nowMs = time.clock.nowMs();
  for (const timeframe of ['1m', '5m'] as const) {
    const candles = await market.candles({
      symbol: 'BTCUSD',
      timeframe,
      fromMs: 0,
      toMs: nowMs + HOUR_MS,
      limit: 2_000,
    });
    expect(candles.map(withoutVolume), timeframe).toEqual(candlesOf(quotes, timeframe));
  }
});

function candlesOf(quotes: readonly Quote[], timeframe: Timeframe): Candle[] {
  return aggregateCandles(
    quotes.map(({ bidPoints, receivedAtMs }) => ({
      startMs: receivedAtMs,
      openPoints: bidPoints,
      highPoints: bidPoints,
      lowPoints: bidPoints,
      closePoints: bidPoints,
      volume: 0,
    })),
    timeframe,
  );
}

function withoutVolume(candle: Candle): Candle {
  return { ...candle, volume: 0 };
}

it('has candles from before the start, none in the future, and at most as many as requested', async () => {
  const { market } = await play({ startFileMs: FIXTURE_START + 8 * CANDLE_MS, speed: 60 });
  const ask = (timeframe: Timeframe, limit: number) =>
    market.candles({ symbol: 'BTCUSD', timeframe, fromMs: 0, toMs: Infinity, limit });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TIMEFRAMES),
      fc.integer({ min: 1, max: 50 }),
      async (timeframe, limit) => {
        const candles = await ask(timeframe, limit);
        expect(candles.length).toBeLessThanOrEqual(limit);
        expect(candles.at(-1)?.startMs).toBeLessThanOrEqual(START);
        const times = candles.map(({ startMs }) => startMs);
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
      },
    ),
  );
  expect(await ask('1m', 2_000)).toHaveLength(8 * 4 + 1);
});

it('replays ticks and single prices from CSV', async () => {
  const ticks = await write(
    'gold.csv',
    'time,bid,ask\n2026-01-05T10:00:00Z,4000.129,4000.311\n2026-01-05T10:00:05Z,4001.00,4001.30\n',
  );
  const prices = await write('oil.csv', 'Date,Price\n2026-01-05,60.5\n2026-01-06,61.25\n');
  const { quotes, time, replay } = await play({
    files: new Map([
      ['XAUUSD', [ticks]],
      ['USOIL', [prices]],
    ]),
    speed: 1,
  });
  expect(replay.mapping.fileStartMs).toBe(Date.parse('2026-01-05T10:00:00Z'));
  expect(quotes.map((quote) => [quote.symbol, quote.bidPoints, quote.askPoints])).toEqual([
    // The replay rounds a bid down and an ask up.
    ['XAUUSD', 400_012, 400_032],
    ['USOIL', 6_050, 6_053],
  ]);
  time.advance(5_000);
  expect(quotes.findLast(({ symbol }) => symbol === 'XAUUSD')?.bidPoints).toBe(400_100);
});

it('replays several files of a symbol in sequence, whatever their order', async () => {
  const first = await write('a.csv', 'time,price\n2026-01-05,100\n2026-01-06,101\n');
  const second = await write('b.csv', 'time,price\n2026-01-07,102\n2026-01-08,103\n');
  const { quotes, time } = await play({
    files: new Map([['USOIL', [second, first]]]),
    speed: 86_400,
  });
  time.advance(3_500);
  expect(quotes.map(({ bidPoints }) => bidPoints)).toEqual([10_000, 10_100, 10_200, 10_300]);
});

it.each([
  [{ speed: 0 }, 'the speed must be from 0.001 to 1000000'],
  [{ speed: NaN }, 'the speed must be from 0.001 to 1000000'],
  [{ files: new Map() }, 'name at least one file to replay'],
  [{ files: new Map([['NOPE', ['x.json']]]) }, 'NOPE is not in the catalogue'],
  [{ files: new Map([['BTCUSD', ['x.json']]]) }, 'BTCUSD, x.json: there is no such file'],
  [
    { files: new Map([['BTCUSD', ['x.txt']]]) },
    'BTCUSD, x.txt: its name must end in .json or .csv',
  ],
  [{ startFileMs: Date.parse('2030-01-01') }, 'the start must lie before the end of a file'],
])('rejects %j with a reason', async (options, problem) => {
  const { created } = await create(options);
  expect(created).toEqual({ kind: 'refused', problems: [problem] });
});

it('refuses files that overlap', async () => {
  const { created } = await create({ files: new Map([['BTCUSD', [FIXTURE, FIXTURE]]]) });
  expect(created.kind === 'refused' && created.problems[0]).toMatch(/files overlap/);
});

it('stops with no timer left', async () => {
  const { time, market } = await play();
  await market.stop();
  expect(time.pendingTimers).toBe(0);
});

it('reports what it has read', async () => {
  const { replay }: { replay: Replay } = await play();
  expect(assertPresent(replay.reports[0], 'a report')).toMatchObject({
    symbol: 'BTCUSD',
    path: FIXTURE,
    rowsRead: 18,
    rowsRefused: 0,
    firstMs: FIXTURE_START,
  });
});

it.runIf(hasSharedPrices)(
  'replays the real four-hour Bitcoin file from its first row with exact prices',
  async () => {
    const path = sharedPriceFile('ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json');
    const { candles } = JSON.parse(await readFile(path, 'utf8')) as { candles: FixtureRow[] };
    const { time, quotes, replay } = await play({
      files: new Map([['BTCUSD', [path]]]),
      speed: 14_400,
    });
    expect(replay.reports[0]).toMatchObject({ rowsRead: 20_695, rowsRefused: 0 });
    time.advance(300_000);
    const wanted = walkOf(candles.slice(0, 299));
    const first = new Map(quotes.map((quote) => [quote.receivedAtMs, quote]));
    expect(wanted).toHaveLength(1_196);
    for (const { atMs, sell, buy } of wanted) {
      const receivedAtMs = START + (atMs - 1_463_544_000_000) / 14_400;
      expect(first.get(receivedAtMs)).toMatchObject({ bidPoints: sell, askPoints: buy });
    }
  },
);
