import { points } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { aggregateCandles } from './candle/candle.ts';
import {
  createMarket,
  createMemoryCandleStore,
  createSimulator,
  FeedOutage,
  SEED_BYTES,
} from './market.ts';
import type { Candle, Feed } from './market.ts';
import { createHandFeed, instruments, sessions, startMarket } from './testing/hand-market.ts';
import { createVirtualTime } from './testing/virtual-time.ts';

it('reads no more history once it is stopped', async () => {
  const hand = createHandFeed();
  const asked: string[] = [];
  const feed: Feed = {
    ...hand.feed,
    candles({ symbol }) {
      asked.push(symbol);
      return new Promise((resolve) => {
        setImmediate(() => {
          resolve([]);
        });
      });
    },
  };
  const { market } = await startMarket(feed, '2026-11-20T15:30Z');
  await market.stop();
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(asked).toEqual(['EURUSD']);
});

it('quotes a feed without sessions at any hour until it ends', async () => {
  const hand = createHandFeed({ keepsSessions: false });
  const { market, quotes } = await startMarket(hand.feed, '2026-11-21T12:00Z');
  hand.tick('AAPL', 31_000);
  expect(market.state('AAPL')).toBe('live');
  expect(market.session('AAPL')).toEqual({ isOpen: true, nextOpenAtMs: null, nextCloseAtMs: null });
  hand.end('AAPL');
  hand.tick('AAPL', 31_100);
  expect(market.state('AAPL')).toBe('closed');
  expect(market.session('AAPL').isOpen).toBe(false);
  expect(quotes).toHaveLength(1);
});

it('has no state, quote or candle for a symbol without a feed', async () => {
  const hand = createHandFeed();
  const { market } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  const request = { symbol: 'BTCUSD', timeframe: '1m', fromMs: 0, toMs: 1e13, limit: 10 } as const;
  expect(market.state('BTCUSD')).toBe('none');
  expect(market.quote('BTCUSD')).toBeUndefined();
  expect(await market.candles(request)).toEqual([]);
});

it('stops with no timer left', async () => {
  const hand = createHandFeed();
  const { market, time } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('EURUSD', 115_000);
  expect(time.pendingTimers).toBeGreaterThan(0);
  await market.stop();
  expect(time.pendingTimers).toBe(0);
});

it('reports a history that cannot be read and continues', async () => {
  const hand = createHandFeed();
  const feed = { ...hand.feed, candles: () => Promise.reject(new Error('no history')) };
  const { market, problems } = await startMarket(feed, '2026-11-20T15:30Z');
  await Promise.resolve();
  await Promise.resolve();
  hand.tick('EURUSD', 115_000);
  expect(problems).toEqual([new Error('no history')]);
  expect(market.state('EURUSD')).toBe('live');
});

it('returns the change since midnight and the hourly closes', async () => {
  const candle = (start: string, close: number): Candle => ({
    startMs: Date.parse(start),
    openPoints: points(close),
    highPoints: points(close),
    lowPoints: points(close),
    closePoints: points(close),
    volume: 1,
  });
  const hand = createHandFeed({
    candles: [
      candle('2026-11-17T22:00Z', 99_000),
      candle('2026-11-17T23:00Z', 100_000),
      candle('2026-11-18T14:00Z', 101_000),
      candle('2026-11-18T15:00Z', 101_500),
    ],
  });
  const { market, time } = await startMarket(hand.feed, '2026-11-18T15:30Z');
  await Promise.resolve();
  hand.tick('EURUSD', 102_000);
  expect(market.dayChangePercent('EURUSD')).toBeCloseTo(2, 10);
  expect(market.spark('EURUSD')).toEqual([99_000, 100_000, 101_000, 102_000]);
  time.advance(10 * HOUR_MS);
  hand.tick('EURUSD', 103_020);
  expect(market.dayChangePercent('EURUSD')).toBeCloseTo(1, 10);
});

it('keeps the candles of a real feed, and knows the day once its history is read', async () => {
  const hand = createHandFeed();
  const day = (start: string, close: number): Candle => ({
    startMs: Date.parse(start),
    openPoints: points(close),
    highPoints: points(close),
    lowPoints: points(close),
    closePoints: points(close),
    volume: 1,
  });
  const feed: Feed = {
    ...hand.feed,
    isReal: true,
    async *history({ symbol, timeframe }) {
      await Promise.resolve();
      if (symbol === 'EURUSD' && timeframe === '1h') yield [day('2026-11-17T20:00Z', 100_000)];
    },
  };
  const time = createVirtualTime(Date.parse('2026-11-18T15:30Z'));
  const progress: string[] = [];
  const market = createMarket({
    instruments,
    feed,
    sessions,
    ...time,
    candleStore: createMemoryCandleStore(),
    onBackfill: ({ symbol, stage }) => progress.push(`${stage} ${symbol}`),
    onError: (error) => {
      throw error;
    },
  });
  await market.start();
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  for (let count = 0; count < 3; count += 1) {
    hand.tick('EURUSD', 115_000);
    time.advance(1_000);
  }
  expect(progress).toEqual(['latest EURUSD', 'latest AAPL', 'year EURUSD', 'year AAPL']);
  expect(market.dayChangePercent('EURUSD')).toBeCloseTo(15, 10);
  const range = { symbol: 'EURUSD', fromMs: 0, toMs: Infinity, limit: 10 };
  const closes = async (timeframe: '1m' | '1h') =>
    (await market.candles({ ...range, timeframe })).map(({ closePoints }) => closePoints);
  expect(await closes('1h')).toEqual([100_000, 115_000]);
  expect(await closes('1m')).toEqual([115_000]);
  await market.stop();
  expect(time.pendingTimers).toBe(0);
});

it('reads history from the next source if the preferred one is unavailable', async () => {
  const at = Date.parse('2026-11-18T15:30Z');
  const hour = (close: number): Candle => ({
    startMs: at - (at % HOUR_MS) - HOUR_MS,
    openPoints: points(close),
    highPoints: points(close),
    lowPoints: points(close),
    closePoints: points(close),
    volume: 1,
  });
  let answer: () => Candle = () => {
    throw new FeedOutage('away');
  };
  const source = (name: string, give: () => Candle): Feed => ({
    ...createHandFeed().feed,
    name,
    isReal: true,
    async *history({ symbol, timeframe }) {
      await Promise.resolve();
      if (symbol === 'EURUSD' && timeframe === '1h') yield [give()];
    },
  });
  const start = async () => {
    const time = createVirtualTime(at);
    const problems: unknown[] = [];
    const market = createMarket({
      instruments: instruments.filter(({ symbol }) => symbol === 'EURUSD'),
      feed: [source('first', () => answer()), source('second', () => hour(200))],
      sessions,
      ...time,
      candleStore: createMemoryCandleStore(),
      onError: (error) => problems.push(error),
    });
    await market.start();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const range = {
      symbol: 'EURUSD',
      timeframe: '1h',
      fromMs: 0,
      toMs: Infinity,
      limit: 10,
    } as const;
    const closes = (await market.candles(range)).map(({ closePoints }) => closePoints);
    await market.stop();
    return { closes, problems };
  };
  expect(await start()).toEqual({ closes: [200], problems: [] });
  answer = () => hour(100);
  expect(await start()).toEqual({ closes: [100], problems: [] });
  // An error that is a bug of our own, not an outage, so no other source may be asked.
  const bug = new Error('a bug');
  answer = () => {
    throw bug;
  };
  expect(await start()).toEqual({ closes: [], problems: [bug] });
});

it('shows a simulated daily change that matches its daily candles', async () => {
  const at = '2026-11-20T15:30Z';
  const time = createVirtualTime(Date.parse(at));
  const few = instruments.filter(({ symbol }) => ['BTCUSD', 'AAPL', 'EURUSD'].includes(symbol));
  const seed = new Uint8Array(SEED_BYTES).fill(7);
  const feed = createSimulator({ seed, instruments: few, sessions, ...time });
  const { market } = await startMarketOn(feed, time);
  time.advance(MINUTE_MS);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  time.advance(2_000);
  for (const { symbol } of few) {
    const nowMs = time.clock.nowMs();
    const range = { symbol, fromMs: nowMs - 9 * DAY_MS, toMs: nowMs + 1, limit: 20 };
    const days = await market.candles({ ...range, timeframe: '1d' });
    const [before, today] = days.slice(-2).map(({ closePoints }) => closePoints);
    const change = ((today ?? NaN) / (before ?? NaN) - 1) * 100;
    expect(market.dayChangePercent(symbol), symbol).toBeCloseTo(change, 2);
    expect(market.spark(symbol), symbol).toHaveLength(24);
    const hours = await market.candles({ ...range, timeframe: '1h', limit: 500 });
    expect(aggregateCandles(hours, '1d').at(-1), symbol).toEqual(days.at(-1));
  }
});

async function startMarketOn(feed: Feed, time: ReturnType<typeof createVirtualTime>) {
  const onError = (error: unknown): void => {
    throw error;
  };
  const market = createMarket({ instruments, feed, sessions, ...time, onError });
  await market.start();
  return { market };
}
