import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { startRealMarket as start } from '#testing/real-market.ts';

// EURUSD becomes stale after 15 s.
const MAX_AGE_MS = 15_000;

it('trades on no quote of a feed whose times lag by minutes', async () => {
  const { lag, run, market, quotes } = await start();
  lag(0, 3 * MINUTE_MS);
  run(100, 0);
  expect(quotes).toEqual([]);
  expect(market.state('EURUSD')).not.toBe('live');
  expect(market.rejectionCounts()).toEqual([
    { symbol: 'EURUSD', source: 'first', reason: 'outdated', count: 100 },
  ]);
});

it('makes a symbol stale as soon as its quotes are late, until one is on time', async () => {
  const { lag, run, tick, market } = await start();
  run(8, 0);
  lag(0, 2_500);
  tick(0);
  expect(market.state('EURUSD')).toBe('stale');
  run(8, 0);
  expect(market.state('EURUSD')).toBe('stale');
  lag(0, 100);
  tick(0);
  expect(market.state('EURUSD')).toBe('live');
});

it('counts the age of a quote from the vendor’s time', async () => {
  const { lag, run, tick, time, market } = await start();
  run(8, 0);
  time.advance(2_000);
  lag(0, 1_900);
  tick(0);
  time.advance(MAX_AGE_MS - 1_900 - 1);
  expect(market.state('EURUSD')).toBe('live');
  time.advance(1);
  expect(market.state('EURUSD')).toBe('stale');
});

it('expires a quote on time although the previous one would have lasted longer', async () => {
  const { lag, run, connect, tick, time, market } = await start({ names: ['first', 'second'] });
  run(8, 0, 1);
  time.advance(2_000);
  tick(0);
  lag(1, 1_900);
  connect(0, 'down');
  const startMs = time.clock.nowMs();
  const changes: string[] = [];
  market.onState(({ state, atMs }) => changes.push(`${state} after ${atMs - startMs}`));
  tick(1);
  time.advance(MAX_AGE_MS);
  expect(changes).toEqual(['live after 0', `stale after ${MAX_AGE_MS - 1_900}`]);
});

it('does not mistake a slowly growing delay for a clock difference', async () => {
  const { lag, tick, time, market } = await start({ at: '2026-11-16T00:00Z' });
  const liveUpToMs: number[] = [];
  // The vendor's delay grows from 0.1 s to 7.3 s within 40 hours, at four quotes a minute while the
  // market is open.
  for (let minute = 0; minute < 40 * 60; minute += 1) {
    lag(0, 100 + minute * 3);
    for (let count = 0; count < 4; count += 1) {
      tick(0);
      if (market.state('EURUSD') === 'live') liveUpToMs.push(100 + minute * 3);
      time.advance(MINUTE_MS / 4);
    }
  }
  expect(Math.max(...liveUpToMs)).toBeGreaterThan(2_000);
  expect(Math.max(...liveUpToMs)).toBeLessThanOrEqual(3_000);
});

it('never adapts to a feed that has been late for a day', async () => {
  const { lag, run, time, market } = await start({ at: '2026-11-17T02:10Z' });
  lag(0, 2_300);
  for (let hour = 0; hour < 24; hour += 1) {
    run(8, 0);
    expect(market.state('EURUSD')).not.toBe('live');
    time.advance(HOUR_MS);
  }
});

it.each([
  ['behind', 1_000],
  ['ahead', -1_000],
])('trades on a vendor whose clock is a second %s', async (_, lagMs) => {
  const { lag, run, time, market } = await start({ at: '2026-11-17T02:10Z' });
  lag(0, lagMs);
  for (let hour = 0; hour < 24; hour += 1) {
    run(8, 0);
    expect(market.state('EURUSD')).toBe('live');
    time.advance(HOUR_MS);
  }
});

it('switches to the second source when the first is late', async () => {
  const { lag, run, tick, market, quotes, alerts } = await start({ names: ['first', 'second'] });
  run(8, 0, 1);
  lag(0, 2_500);
  tick(0);
  tick(1);
  expect(quotes.at(-1)?.source).toBe('second');
  expect(market.state('EURUSD')).toBe('live');
  expect(alerts).toEqual(['first to second']);
});

it('reports once that quotes stay late, and once that they are on time again', async () => {
  const { lag, run, time, alerts } = await start();
  run(8, 0);
  lag(0, 4_000);
  run(16, 0);
  expect(alerts).toEqual([]);
  run(40, 0);
  expect(alerts).toEqual(['quotes-late first 4000']);
  lag(0, 100);
  run(4, 0);
  expect(alerts).toEqual(['quotes-late first 4000', 'quotes-on-time first']);
  // Two late quotes with a long silence in between, as after two reconnections.
  lag(0, 4_000);
  run(1, 0);
  time.advance(HOUR_MS);
  run(1, 0);
  expect(alerts).toHaveLength(2);
});

it('shows the lag of each feed, and how far the clocks differ', async () => {
  const { lag, run, time, market } = await start({ names: ['first', 'second'] });
  expect(market.timing('first')).toEqual({
    hasSourceTime: true,
    lagMs: undefined,
    clockOffsetMs: 0,
    lateSymbols: [],
  });
  lag(0, -300);
  lag(1, 5_000);
  run(8, 0, 1);
  lag(0, 200);
  time.advance(MINUTE_MS);
  run(1, 0);
  expect(market.timing('first')).toMatchObject({
    lagMs: 500,
    clockOffsetMs: -300,
    lateSymbols: [],
  });
  expect(market.timing('second')).toMatchObject({ lagMs: undefined, lateSymbols: ['EURUSD'] });
  run(1, 1);
  expect(market.timing('second')).toMatchObject({ lagMs: 5_000, clockOffsetMs: 0 });
  expect(market.timing('nobody')).toBeUndefined();
});

it('measures no lag without vendor times and for simulated prices', async () => {
  const { lag, run, market } = await start({ hasSourceTime: false });
  lag(0, 0);
  run(8, 0);
  expect(market.state('EURUSD')).toBe('live');
  expect(market.timing('first')).toEqual({
    hasSourceTime: false,
    lagMs: undefined,
    clockOffsetMs: undefined,
    lateSymbols: [],
  });
});
