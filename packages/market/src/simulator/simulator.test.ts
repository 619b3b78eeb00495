import { assertPresent } from '@halyard/core/assertion';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { aggregateCandles, TIMEFRAMES } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import type { Tick } from '#feed/feed.ts';
import { createSessions } from '#session/session.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { createSimulator, SEED_BYTES } from './simulator.ts';
import type { Simulator } from './simulator.ts';

const FRIDAY = Date.parse('2026-11-20T15:30:20.123Z');
const sessions = createSessions();
const instruments = loadCatalogue();
const symbols = instruments.map(({ symbol }) => symbol);

function seedOf(number: number): Uint8Array {
  return Uint8Array.from({ length: SEED_BYTES }, (_, index) => (number * 31 + index * 7) & 255);
}

function create(nowMs = FRIDAY, seed = 1) {
  const time = createVirtualTime(nowMs);
  const simulator = createSimulator({ seed: seedOf(seed), instruments, sessions, ...time });
  return { time, simulator };
}

function collectTicks(simulator: Simulator): { readonly ticks: Tick[]; readonly shown: Tick[] } {
  const ticks: Tick[] = [];
  const shown: Tick[] = [];
  void simulator.start({
    tick: (tick) => ticks.push(tick),
    lastKnown: (tick) => shown.push(tick),
    ended: () => undefined,
    connection: () => undefined,
  });
  return { ticks, shown };
}

function candlesOf(simulator: Simulator, symbol: string, timeframe: Timeframe, days: number) {
  return simulator.candles({
    symbol,
    timeframe,
    fromMs: FRIDAY - days * DAY_MS,
    toMs: FRIDAY + DAY_MS,
    limit: 100_000,
  });
}

function minutesOf(ticks: readonly Tick[], symbol: string): Candle[] {
  const single = ticks
    .filter((tick) => tick.symbol === symbol)
    .map(({ sourceAtMs, bidPoints }) => ({
      startMs: sourceAtMs,
      openPoints: bidPoints,
      highPoints: bidPoints,
      lowPoints: bidPoints,
      closePoints: bidPoints,
      volume: 0,
    }));
  return aggregateCandles(single, '1m');
}

it('returns the hourly closes of its candles', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('BTCUSD', 'EURUSD', 'EURGBP', 'AAPL', 'XAUUSD'),
      fc.integer({ min: -5 * DAY_MS, max: 2 * DAY_MS }),
      fc.integer({ min: 1, max: 5 * 24 }),
      fc.integer({ min: 1, max: 60 }),
      async (symbol, shiftMs, hours, limit) => {
        const nowMs = FRIDAY + shiftMs;
        const { simulator } = create(nowMs);
        const range = { fromMs: nowMs - hours * HOUR_MS, toMs: nowMs + DAY_MS, limit };
        const request = { symbol, timeframe: '1h' as const, ...range };
        const candles = await simulator.candles(request);
        expect(await simulator.hourCloses(request)).toEqual(
          candles.map(({ startMs, closePoints }) => ({ startMs, closePoints })),
        );
      },
    ),
    { numRuns: 40 },
  );
});

const withoutVolume = (candles: readonly Candle[]) =>
  candles.map((candle) => ({ ...candle, volume: 0 }));

it('quotes the same prices for the same seed, whatever was requested before', async () => {
  const { simulator: first } = create();
  await candlesOf(first, 'EURGBP', '1h', 40);
  const { simulator: second } = create();
  const random = fc.tuple(
    fc.constantFrom(...symbols),
    fc.integer({ min: 0, max: 390 * DAY_MS }).map((ago) => FRIDAY - ago),
  );
  fc.assert(
    fc.property(random, ([symbol, atMs]) => {
      expect(second.tickAt(symbol, atMs)).toEqual(first.tickAt(symbol, atMs));
    }),
    { numRuns: 200 },
  );
});

it('quotes other prices for another seed', () => {
  const { simulator: first } = create(FRIDAY, 1);
  const { simulator: second } = create(FRIDAY, 2);
  const same = symbols.filter(
    (symbol) => first.tickAt(symbol, FRIDAY).bidPoints === second.tickAt(symbol, FRIDAY).bidPoints,
  );
  expect(same).toEqual([]);
});

describe('live for an hour and a half', () => {
  const startMs = Date.parse('2026-11-20T20:40:00Z');
  const endMs = startMs + 90 * MINUTE_MS;
  let ticks: readonly Tick[] = [];

  // Once for all symbols, because it quotes every one of them.
  beforeAll(() => {
    const { time, simulator } = create(startMs);
    ({ ticks } = collectTicks(simulator));
    time.advance(endMs - startMs);
  });

  it.each(['BTCUSD', 'EURUSD', 'EURJPY', 'AAPL', 'US500', 'XAUUSD'])(
    'quotes live for %s exactly the prices of its candles',
    async (symbol) => {
      const live = minutesOf(ticks, symbol);
      const { simulator: fresh } = create(endMs);
      const candles = await fresh.candles({
        symbol,
        timeframe: '1m',
        fromMs: startMs,
        toMs: startMs + 2 * HOUR_MS,
        limit: 1_000,
      });
      // Whether a minute is complete: the first can have begun before the start, and the last can be
      // unfinished.
      const isWhole = ({ startMs: atMs }: Candle): boolean =>
        atMs > startMs && atMs < startMs + 89 * MINUTE_MS;
      expect(withoutVolume(candles.filter(isWhole))).toEqual(live.filter(isWhole));
      expect(live.length).toBeGreaterThan(symbol === 'AAPL' ? 18 : 70);
    },
  );
});

it('builds the running candle from the ticks so far only', async () => {
  const { time, simulator } = create(Date.parse('2026-11-20T15:30:00Z'));
  const { ticks } = collectTicks(simulator);
  for (let step = 0; step < 40; step += 1) {
    // Symbols tick at offsets of 58 ms, so just after one offset everything that is due has been
    // quoted.
    time.advance(3_517);
    time.advance(58 - (time.clock.nowMs() % 58));
    const nowMs = time.clock.nowMs();
    const range = { fromMs: nowMs - 5 * MINUTE_MS, toMs: nowMs + DAY_MS, limit: 1 };
    const running = await simulator.candles({ symbol: 'EURUSD', timeframe: '1m', ...range });
    expect(withoutVolume(running)).toEqual(minutesOf(ticks, 'EURUSD').slice(-1));
    const hour = await simulator.candles({ symbol: 'EURUSD', timeframe: '1h', ...range });
    expect(hour[0]?.closePoints).toBe(simulator.tickAt('EURUSD', nowMs).bidPoints);
  }
});

it.each(['BTCUSD', 'EURGBP', 'AAPL', 'HK50'])(
  'builds every coarser candle of %s from the 1-minute ones',
  async (symbol) => {
    const { simulator } = create();
    // The range has whole weeks, so that no coarse candle begins before the first fine one.
    const fromMs = Date.parse('2026-11-02T00:00Z');
    const request = { symbol, fromMs, toMs: FRIDAY + 1, limit: 100_000 };
    const minutes = await simulator.candles({ ...request, timeframe: '1m' });
    for (const timeframe of TIMEFRAMES) {
      const coarse = await simulator.candles({ ...request, timeframe });
      expect(coarse, timeframe).toEqual(aggregateCandles(minutes, timeframe));
    }
    const times = minutes.map(({ startMs }) => startMs);
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
  },
);

it.each(['EURUSD', 'AAPL', 'GER40', 'AUS200', 'HK50', 'WHEAT', 'BTCUSD'])(
  'has a candle of %s for exactly the minutes in which its market is open',
  async (symbol) => {
    const { sessionId } = assertPresent(
      instruments.find((one) => one.symbol === symbol),
      'the symbol is listed',
    );
    const { simulator } = create(Date.parse('2026-12-30T00:00Z'));
    const fromMs = Date.parse('2026-12-21T00:00Z');
    const toMs = Date.parse('2026-12-29T00:00Z');
    const limit = 100_000;
    const candles = await simulator.candles({ symbol, timeframe: '1m', fromMs, toMs, limit });
    const open: number[] = [];
    for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
      if (sessions.isOpen(sessionId, atMs)) open.push(atMs);
    }
    expect(candles.map(({ startMs }) => startMs)).toEqual(open);
  },
);

it.each([
  ['2026-03-08T05:00Z', '2026-03-09T04:00Z', 23],
  ['2026-11-01T04:00Z', '2026-11-02T05:00Z', 25],
])('quotes through all %s to %s, a New York day of %i hours', async (from, to, hours) => {
  const days = createSessions([
    {
      id: 'us-stock',
      zone: 'America/New_York',
      intervals: [{ days: [0], open: '00:00', close: '00:00' }],
      tradingDay: 'open',
      holidays: [],
    },
  ]);
  const time = createVirtualTime(FRIDAY);
  const stocks = instruments.filter(({ symbol }) => symbol === 'AAPL');
  const simulator = createSimulator({
    seed: seedOf(1),
    instruments: stocks,
    sessions: days,
    ...time,
  });
  const candles = await simulator.candles({
    symbol: 'AAPL',
    timeframe: '1m',
    fromMs: Date.parse(from) - DAY_MS,
    toMs: Date.parse(to) + DAY_MS,
    limit: 100_000,
  });
  expect(candles).toHaveLength(hours * 60);
  expect(candles[0]?.startMs).toBe(Date.parse(from));
});

it('quotes every symbol in whole points, with the ask above the bid and a plausible spread', () => {
  const { simulator } = create();
  fc.assert(
    fc.property(
      fc.constantFrom(...symbols),
      fc.integer({ min: 0, max: 300 * DAY_MS }).map((ago) => FRIDAY - ago),
      (symbol, atMs) => {
        const { bidPoints, askPoints, sourceAtMs } = simulator.tickAt(symbol, atMs);
        expect(Number.isSafeInteger(bidPoints) && Number.isSafeInteger(askPoints)).toBe(true);
        expect(askPoints).toBeGreaterThan(bidPoints);
        expect((askPoints - bidPoints - 1) / bidPoints).toBeLessThan(0.03);
        expect(sourceAtMs).toBeLessThanOrEqual(atMs);
        const { sessionId } = instruments.find((one) => one.symbol === symbol) ?? { sessionId: '' };
        expect(sessions.isOpen(sessionId, sourceAtMs)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

it('keeps EUR/GBP consistent with both dollar pairs', async () => {
  const { simulator } = create();
  const [cross, euro, pound] = await Promise.all(
    ['EURGBP', 'EURUSD', 'GBPUSD'].map((symbol) => candlesOf(simulator, symbol, '1m', 3)),
  );
  expect(cross?.length).toBeGreaterThan(2_000);
  cross?.forEach((candle, index) => {
    const euroPoints = euro?.[index]?.closePoints ?? NaN;
    const poundPoints = pound?.[index]?.closePoints ?? NaN;
    const product = (euroPoints / poundPoints) * 100_000;
    expect(Math.abs(candle.closePoints - product)).toBeLessThan(1.5);
  });
});

it('moves BTCUSD within every second of an ordinary hour', () => {
  const { time, simulator } = create();
  const { ticks } = collectTicks(simulator);
  time.advance(HOUR_MS);
  const prices = ticks.filter(({ symbol }) => symbol === 'BTCUSD');
  let still = 0;
  prices.forEach((tick, index) => {
    if (tick.bidPoints === prices[index - 1]?.bidPoints) still += 1;
  });
  expect(prices.length).toBeGreaterThan(7_600);
  expect(still / prices.length).toBeLessThan(0.01);
});

it('quotes each open symbol at once and about twice a second, in order, and closed ones not at all', () => {
  const { time, simulator } = create();
  const { ticks, shown } = collectTicks(simulator);
  const isOpen = (sessionId: string): boolean => sessions.isOpen(sessionId, FRIDAY);
  const open = instruments.filter(({ sessionId }) => isOpen(sessionId));
  expect(ticks.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining([...namesOf(open)]));
  expect(ticks).toHaveLength(open.length);
  expect(namesOf(shown).toSorted()).toEqual(
    namesOf(instruments.filter(({ sessionId }) => !isOpen(sessionId))).toSorted(),
  );
  time.advance(MINUTE_MS);
  for (const { symbol, sessionId } of instruments) {
    const times = ticks.filter((tick) => tick.symbol === symbol).map((tick) => tick.sourceAtMs);
    expect(times, symbol).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size, symbol).toBe(times.length);
    const expected = isOpen(sessionId) ? 129 : 0;
    expect(Math.abs(times.length - expected), symbol).toBeLessThanOrEqual(expected === 0 ? 0 : 1);
  }
});

function namesOf(list: readonly { readonly symbol: string }[]): readonly string[] {
  return list.map(({ symbol }) => symbol);
}

it('replays missed ticks after a short stall, and continues from now after a long one', () => {
  const { time, simulator } = create();
  const { ticks } = collectTicks(simulator);
  const btc = () => ticks.filter(({ symbol }) => symbol === 'BTCUSD').length;
  time.jump(30_000);
  time.advance(1_000);
  expect(btc()).toBeGreaterThanOrEqual(64);
  const before = btc();
  time.jump(DAY_MS);
  time.advance(1_000);
  expect(btc() - before).toBeLessThan(5);
});

it('stops with no timer left', async () => {
  const { time, simulator } = create();
  const { ticks } = collectTicks(simulator);
  await simulator.stop();
  const count = ticks.length;
  time.advance(10_000);
  expect({ ticks: ticks.length, timers: time.pendingTimers }).toEqual({ ticks: count, timers: 0 });
});

it('opens stocks at a new price in the morning, wider than at noon', () => {
  const { simulator } = create();
  const close = simulator.tickAt('AAPL', Date.parse('2026-11-18T21:00Z'));
  const open = simulator.tickAt('AAPL', Date.parse('2026-11-19T14:30:00.500Z'));
  const noon = simulator.tickAt('AAPL', Date.parse('2026-11-19T17:30Z'));
  expect(open.bidPoints).not.toBe(close.bidPoints);
  expect(open.sourceAtMs).toBeGreaterThanOrEqual(Date.parse('2026-11-19T14:30Z'));
  expect(open.askPoints - open.bidPoints).toBeGreaterThan(noon.askPoints - noon.bidPoints);
});
