import { points } from '@halyard/core/instrument';
import { assertPresent } from '@halyard/core/assertion';
import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import {
  createHandFeed,
  instruments,
  MID,
  sessions,
  startRealMarket as start,
} from '#testing/real-market.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { createMarket, REJECTIONS_KEPT } from '../market.ts';

it('quotes a real source from its third tick on', async () => {
  const { run, quotes, market } = await start();
  run(2, 0);
  expect(market.state('EURUSD')).toBe('none');
  run(1, 0);
  expect(quotes).toHaveLength(1);
  expect(market.state('EURUSD')).toBe('live');
});

it('passes simulated prices unchanged', async () => {
  const time = createVirtualTime(Date.parse('2026-11-20T15:30Z'));
  const hand = createHandFeed('made-up', { isReal: false });
  const onError = (): void => undefined;
  const market = createMarket({ instruments, feed: hand.feed, sessions, ...time, onError });
  await market.start();
  for (const sell of [100_000, 200_000, 50_000]) {
    hand.sink().tick({
      symbol: 'EURUSD',
      bidPoints: points(sell),
      askPoints: points(sell * 2),
      sourceAtMs: 0,
    });
    expect(market.quote('EURUSD')?.bidPoints).toBe(sell);
  }
});

it('never mixes simulated and real prices on a symbol', () => {
  const feed = [createHandFeed('real').feed, createHandFeed('made-up', { isReal: false }).feed];
  const time = createVirtualTime(0);
  const onError = (): void => undefined;
  expect(() => createMarket({ instruments, feed, sessions, ...time, onError })).toThrow(
    'EURUSD has real prices alone, or one feed alone',
  );
});

it('halts a symbol whose price jumps, reports it once, and resumes when the price is confirmed', async () => {
  const { run, tick, time, market, alerts, quotes } = await start();
  run(4, 0);
  tick(0, MID * 0.98);
  expect(market.state('EURUSD')).toBe('halted');
  expect(market.quote('EURUSD')?.bidPoints).toBe(MID - 4);
  for (let count = 0; count < 12; count += 1) {
    time.advance(250);
    tick(0, MID * 0.98);
  }
  expect(market.state('EURUSD')).toBe('live');
  expect(quotes.at(-1)?.bidPoints).toBe(MID * 0.98 - 4);
  expect(alerts).toEqual(['price-jumped first', 'jump-over first']);
  expect(market.rejectionCounts()).toContainEqual({
    symbol: 'EURUSD',
    source: 'first',
    reason: 'hard-jump',
    count: 12,
  });
});

it('accepts a jump at once if the second source has it too', async () => {
  for (const [one, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { run, tick, time, market, quotes } = await start({ names: ['first', 'second'] });
    run(4, 0, 1);
    tick(one, MID * 0.98);
    time.advance(100);
    tick(other, MID * 0.98 + 11);
    expect(market.state('EURUSD')).toBe('live');
    expect(quotes.at(-1)).toMatchObject({ source: 'first' });
    expect(quotes.at(-1)?.bidPoints).toBeLessThan(MID * 0.985);
  }
});

it('passes no spike of the quoted source when two others agree on a crash', async () => {
  const { run, tick, time, market, quotes } = await start({ names: ['first', 'second', 'third'] });
  run(4, 0, 1, 2);
  tick(0, MID * 1.2);
  time.advance(100);
  tick(1, MID * 0.98);
  time.advance(100);
  tick(2, MID * 0.98);
  expect(Math.max(...quotes.map(({ askPoints }) => askPoints))).toBeLessThan(MID * 1.001);
  expect(market.state('EURUSD')).toBe('halted');
});

it('does not count an old price of the second source as agreement', async () => {
  const { run, tick, time, market } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  tick(1, MID * 0.98);
  for (let count = 0; count < 9; count += 1) {
    time.advance(250);
    tick(0);
  }
  tick(0, MID * 0.98);
  expect(market.state('EURUSD')).toBe('halted');
});

it('halts when the second source has another price at the same moment', async () => {
  const { run, tick, market } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  tick(1);
  tick(0, MID * 0.98);
  expect(market.state('EURUSD')).toBe('halted');
});

it('is not halted by a jump of a source that is not quoted', async () => {
  const { run, tick, market, alerts } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  tick(0);
  tick(1, MID * 0.98);
  expect(market.state('EURUSD')).toBe('live');
  expect(alerts).toEqual([]);
});

it('never emits an earlier time, whatever the source or the clock does', async () => {
  const { run, tick, time, quotes } = await start();
  run(4, 0);
  time.jump(-900);
  tick(0);
  run(4, 0);
  for (const field of ['sourceAtMs', 'receivedAtMs', 'sequence'] as const) {
    const values = quotes.map((quote) => quote[field]);
    expect(values, field).toEqual(values.toSorted((one, other) => one - other));
  }
  expect(quotes).toHaveLength(7);
});

it('switches to the second source when the first is silent, and back once the first is healthy', async () => {
  const { run, quotes, alerts } = await start({ names: ['first', 'second'] });
  run(8, 0, 1);
  expect(new Set(quotes.map(({ source }) => source))).toEqual(new Set(['first']));
  // A delay of half of the limit of 15 s.
  run(40, 1);
  expect(alerts).toEqual(['first to second']);
  run(116, 0, 1);
  expect(quotes.at(-1)?.source).toBe('second');
  run(8, 0, 1);
  expect(quotes.at(-1)?.source).toBe('first');
  expect(alerts).toEqual(['first to second', 'second to first']);
  const times = quotes.map(({ receivedAtMs }) => receivedAtMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

it('switches to the second source at once when the first disconnects', async () => {
  const { run, tick, connect, market, quotes } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  connect(0, 'down');
  expect(market.state('EURUSD')).toBe('stale');
  tick(1);
  expect(market.state('EURUSD')).toBe('live');
  expect(quotes.at(-1)?.source).toBe('second');
});

it('returns to a briefly disconnected source only once it is healthy', async () => {
  const { run, connect, quotes, alerts } = await start({ names: ['first', 'second'] });
  run(200, 0, 1);
  connect(0, 'down');
  run(1, 1);
  connect(0, 'up');
  run(100, 0, 1);
  expect(quotes.at(-1)?.source).toBe('second');
  run(40, 0, 1);
  expect(quotes.at(-1)?.source).toBe('first');
  expect(alerts).toEqual(['first to second', 'second to first']);
});

it('makes a symbol stale with its last quote when all sources fail', async () => {
  const { run, time, market } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  const last = market.quote('EURUSD');
  time.advance(MINUTE_MS);
  expect(market.state('EURUSD')).toBe('stale');
  expect(market.quote('EURUSD')).toBe(last);
});

it('starts over with three ticks after a reconnection and after each opening', async () => {
  const { run, connect, market, time } = await start({ at: '2026-11-19T21:58:50Z' });
  run(4, 0);
  connect(0, 'down');
  connect(0, 'up');
  run(2, 0);
  expect(market.state('EURUSD')).toBe('stale');
  run(1, 0);
  expect(market.state('EURUSD')).toBe('live');
  time.advance(Date.parse('2026-11-19T22:05:00Z') - time.clock.nowMs());
  run(2, 0);
  expect(market.state('EURUSD')).toBe('stale');
  run(1, 0);
  expect(market.state('EURUSD')).toBe('live');
});

it('reports once that two sources disagree', async () => {
  const { tick, time, alerts } = await start({ names: ['first', 'second'] });
  const apart = (count: number): void => {
    for (let done = 0; done < count; done += 1) {
      tick(0);
      tick(1, MID * 1.002);
      time.advance(250);
    }
  };
  apart(8);
  expect(alerts).toEqual([]);
  apart(40);
  expect(alerts).toEqual(['first and second differ']);
});

it('counts quotes of a closed market and keeps evidence of other rejections', async () => {
  const { tick, market, time } = await start({ at: '2026-11-21T12:00Z' });
  tick(0);
  expect(market.rejectionCounts()).toEqual([
    { symbol: 'EURUSD', source: 'first', reason: 'closed', count: 1 },
  ]);
  expect(market.recentRejections()).toEqual([]);
  time.advance(Date.parse('2026-11-23T12:00Z') - time.clock.nowMs());
  for (let count = 0; count < REJECTIONS_KEPT + 5; count += 1) tick(0, MID, -2);
  expect(market.recentRejections()).toHaveLength(REJECTIONS_KEPT);
  expect(market.recentRejections()[0]).toMatchObject({
    reason: 'crossed',
    source: 'first',
    atMs: time.clock.nowMs(),
    symbol: 'EURUSD',
    evidence: { symbol: 'EURUSD', bidPoints: MID + 1, askPoints: MID - 1 },
  });
});

it('keeps evidence of messages that cannot be parsed', async () => {
  const { hands, market } = await start();
  const rejection = { reason: 'garbage', symbol: undefined, raw: '<html>', atMs: 5 } as const;
  hands[0]?.sink().rejected?.(rejection);
  expect(market.recentRejections()).toEqual([
    { symbol: undefined, source: 'first', reason: 'garbage', evidence: '<html>', atMs: 5 },
  ]);
  expect(market.rejectionCounts()).toEqual([
    { symbol: undefined, source: 'first', reason: 'garbage', count: 1 },
  ]);
});

it('is halted while its vendor halts it, unless another source trades', async () => {
  const { run, tick, tradeable, market } = await start({ names: ['first', 'second'] });
  run(4, 0, 1);
  tradeable(0, false);
  expect(market.state('EURUSD')).toBe('halted');
  tick(1);
  expect(market.state('EURUSD')).toBe('live');
  tradeable(1, false);
  expect(market.state('EURUSD')).toBe('halted');
  tradeable(1, true);
  expect(market.state('EURUSD')).toBe('live');
});

it('stays halted by the operator until resumed, and can still halt on a jump', async () => {
  const { run, tick, market } = await start();
  run(4, 0);
  market.halt('EURUSD');
  run(4, 0);
  expect(market.state('EURUSD')).toBe('halted');
  market.resume('EURUSD');
  expect(market.state('EURUSD')).toBe('live');
  market.halt('EURUSD');
  tick(0, MID * 0.98);
  market.thaw('EURUSD', { wasSplit: true });
  market.resume('EURUSD');
  expect(market.state('EURUSD')).toBe('halted');
});

it('adds the broker’s mark-up to the spread: bid down, ask up', async () => {
  const spreads = new Map([['EURUSD', { extraCentiBps: 100, minimumCentiBps: 0 }]]);
  const { run, quotes } = await start({ spreads });
  run(3, 0);
  // 1 basis point of 115,000 points is 11.5: 5.75 to each side of 114,996 and 115,004.
  expect(quotes[0]).toMatchObject({ bidPoints: 114_990, askPoints: 115_010 });
});

it('ignores quotes of a frozen symbol, and starts over with the first quote afterwards', async () => {
  const { market, run, tick, time, quotes } = await start();
  run(4, 0);
  market.halt('EURUSD');
  market.freeze('EURUSD');
  const before = quotes.length;
  run(2, 0);
  expect(quotes).toHaveLength(before);
  expect(market.recentRejections().at(-1)).toMatchObject({ reason: 'split', source: 'first' });
  const last = assertPresent(market.quote('EURUSD'), 'a quote');
  const split = { ...last, bidPoints: points(57_498), sequence: last.sequence + 1 };
  market.showSplit({ ...split, askPoints: points(57_502), source: 'split' });
  expect(market.quote('EURUSD')).toMatchObject({ bidPoints: 57_498, source: 'split' });
  expect(market.state('EURUSD')).toBe('halted');
  const prices = { before: last.bidPoints, after: 57_498 };
  expect(market.isSplitQuoted('EURUSD', prices)).toBe(false);
  run(1, 0);
  expect(market.isSplitQuoted('EURUSD', prices)).toBe(false);
  for (let count = 0; count < 40; count += 1) {
    tick(0, MID / 2);
    time.advance(250);
  }
  expect(market.isSplitQuoted('EURUSD', prices)).toBe(true);

  market.thaw('EURUSD', { wasSplit: true });
  market.resume('EURUSD');
  expect(market.state('EURUSD')).not.toBe('live');
  for (let count = 0; count < 3; count += 1) {
    tick(0, MID / 2);
    time.advance(250);
  }
  expect(market.state('EURUSD')).toBe('live');
  expect(market.quote('EURUSD')).toMatchObject({ bidPoints: MID / 2 - 4, source: 'first' });
});
