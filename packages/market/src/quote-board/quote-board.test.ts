import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { readHours } from '#session/session.ts';
import { createHandFeed, instruments, startMarket } from '#testing/hand-market.ts';

it('numbers the accepted ticks of a symbol in ascending order and timestamps them on arrival', async () => {
  const hand = createHandFeed();
  const { market, time, quotes } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  const startMs = time.clock.nowMs();
  hand.tick('EURUSD', 115_000);
  time.advance(500);
  hand.tick('EURUSD', 115_000);
  expect(quotes).toEqual([
    {
      symbol: 'EURUSD',
      bidPoints: 115_000,
      askPoints: 115_010,
      sequence: startMs,
      source: 'hand',
      sourceAtMs: 1,
      receivedAtMs: startMs,
    },
    expect.objectContaining({ sequence: startMs + 1, receivedAtMs: startMs + 500 }),
  ]);
  expect(market.quote('EURUSD')).toBe(quotes[1]);
});

it('continues the ascending numbers after a restart', async () => {
  const hand = createHandFeed();
  const first = await startMarket(hand.feed, '2026-11-20T15:30Z');
  for (let count = 0; count < 100; count += 1) {
    hand.tick('EURUSD', 115_000);
    first.time.advance(250);
  }
  const last = assertPresent(first.quotes.at(-1), 'a quote').sequence;
  const second = await startMarket(hand.feed, '2026-11-20T15:31Z');
  hand.tick('EURUSD', 115_000);
  expect(second.quotes[0]?.sequence).toBeGreaterThan(last);
});

it('continues above the numbers that another program assigned, from its last quote', async () => {
  const hand = createHandFeed();
  const { market, time, quotes, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('EURUSD', 115_000);
  const known = assertPresent(quotes[0], 'a quote');
  time.advance(1_000);
  const another = { ...known, sequence: known.sequence + 600, source: 'another' };
  const older = { ...another, sequence: known.sequence - 1, bidPoints: points(1) };
  const unknown = { ...another, symbol: 'GBPUSD' };
  market.recall([{ ...another, bidPoints: points(57_500), askPoints: points(57_510) }, unknown]);
  market.recall([older]);
  expect(quotes).toHaveLength(2);
  expect(quotes[1]).toEqual({
    ...known,
    bidPoints: 57_500,
    askPoints: 57_510,
    source: 'another',
    sequence: known.sequence + 1_000,
  });
  expect(market.quote('EURUSD')).toBe(quotes[1]);
  // A late vendor's quote is not tradable, because its age is unknown.
  expect(states.at(-1)).toBe('EURUSD live stale');
  time.advance(1_000);
  market.recall([]);
  hand.tick('EURUSD', 115_000);
  expect(quotes.at(-1)).toMatchObject({ sequence: known.sequence + 2_000, source: 'hand' });
  expect(market.state('EURUSD')).toBe('live');
});

it.each([
  ['crossed', 115_010, 115_000],
  ['zero', 0, 10],
  ['beyond the limit', 100_000_000_001, 100_000_000_002],
])('refuses a %s quote', async (_, sell, buy) => {
  const hand = createHandFeed();
  const { market, quotes } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('EURUSD', sell, buy);
  expect(quotes).toEqual([]);
  expect(market.state('EURUSD')).toBe('none');
});

it('makes a symbol live by its first tick and stale when ticks stop', async () => {
  const hand = createHandFeed();
  const { market, time, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  expect(market.state('EURUSD')).toBe('none');
  hand.tick('EURUSD', 115_000);
  time.advance(14_999);
  expect(market.state('EURUSD')).toBe('live');
  hand.tick('EURUSD', 115_000);
  time.advance(14_999);
  expect(states).toEqual(['EURUSD none live']);
  time.advance(1);
  expect(states).toEqual(['EURUSD none live', 'EURUSD live stale']);
  hand.tick('EURUSD', 115_000);
  expect(states.at(-1)).toBe('EURUSD stale live');
});

it('reports stale on request, even if the timer is late', async () => {
  const hand = createHandFeed();
  const { market, time, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('EURUSD', 115_000);
  time.jump(15_000);
  expect(market.state('EURUSD')).toBe('stale');
  expect(states.at(-1)).toBe('EURUSD live stale');
});

it('closes with the session, rejects ticks while closed, and is live again with the next tick', async () => {
  const hand = createHandFeed();
  const { market, time, quotes, states } = await startMarket(hand.feed, '2026-11-20T20:59:50Z');
  hand.tick('AAPL', 31_000);
  expect(market.session('AAPL')).toEqual({
    isOpen: true,
    nextOpenAtMs: Date.parse('2026-11-23T14:30Z'),
    nextCloseAtMs: Date.parse('2026-11-20T21:00Z'),
  });
  time.advance(10_000);
  expect(states).toEqual(['AAPL none live', 'AAPL live closed']);
  hand.tick('AAPL', 32_000);
  expect({ quotes: quotes.length, last: market.quote('AAPL')?.bidPoints }).toEqual({
    quotes: 1,
    last: 31_000,
  });
  time.advance(Date.parse('2026-11-23T14:30Z') - time.clock.nowMs());
  expect(states.at(-1)).toBe('AAPL closed stale');
  hand.tick('AAPL', 32_000);
  expect(states.at(-1)).toBe('AAPL stale live');
});

it('shows the last known price of a closed market without quoting it', async () => {
  const hand = createHandFeed();
  const { market, quotes } = await startMarket(hand.feed, '2026-11-21T12:00Z');
  hand.show('AAPL', 31_000);
  expect(market.quote('AAPL')?.bidPoints).toBe(31_000);
  expect(market.state('AAPL')).toBe('closed');
  expect(quotes).toEqual([]);
});

it('makes a symbol stale when its source disconnects, and live again with the next tick', async () => {
  const hand = createHandFeed();
  const { market, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.connect('up');
  hand.tick('EURUSD', 115_000);
  hand.connect('down');
  expect(market.state('EURUSD')).toBe('stale');
  hand.connect('connecting');
  hand.connect('up');
  expect(market.state('EURUSD')).toBe('stale');
  hand.tick('EURUSD', 115_000);
  expect(states).toEqual(['EURUSD none live', 'EURUSD live stale', 'EURUSD stale live']);
});

it('halts a symbol that has no tick sixty seconds after its market opened, until one comes', async () => {
  const hand = createHandFeed();
  const { market, time, states } = await startMarket(hand.feed, '2026-11-22T22:04Z');
  hand.show('EURUSD', 115_000);
  time.advance(MINUTE_MS + 59_999);
  expect(market.state('EURUSD')).toBe('stale');
  time.advance(1);
  expect(states).toEqual(['EURUSD none closed', 'EURUSD closed stale', 'EURUSD stale halted']);
  hand.tick('EURUSD', 115_000);
  expect(market.state('EURUSD')).toBe('live');
  // The ticks that keep a symbol live stop here; the symbol then becomes stale.
  time.advance(5 * MINUTE_MS);
  expect(states.slice(3)).toEqual(['EURUSD halted live', 'EURUSD live stale']);
});

it('waits sixty seconds for the first tick after its own start, too', async () => {
  const hand = createHandFeed();
  const { time, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.show('EURUSD', 115_000);
  time.advance(59_999);
  expect(states).toEqual(['EURUSD none stale']);
  time.advance(1);
  expect(states).toEqual(['EURUSD none stale', 'EURUSD stale halted']);
});

it('makes a halted symbol stale on time when its ticks end', async () => {
  const hand = createHandFeed();
  const { market, time, states } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('EURUSD', 115_000);
  market.halt('EURUSD');
  time.advance(14_000);
  hand.tick('EURUSD', 115_000);
  time.advance(2_000);
  market.resume('EURUSD');
  time.advance(12_999);
  expect(states.at(-1)).toBe('EURUSD halted live');
  time.advance(1);
  expect(states.at(-1)).toBe('EURUSD live stale');
});

it('never makes a symbol live by a last known price', async () => {
  const hand = createHandFeed();
  const { market } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.show('AAPL', 31_000);
  expect(market.state('AAPL')).toBe('stale');
});

it('ignores a last known price once a tick has been accepted', async () => {
  const hand = createHandFeed();
  const { market } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  hand.tick('AAPL', 31_000);
  hand.show('AAPL', 32_000);
  expect(market.quote('AAPL')?.bidPoints).toBe(31_000);
});

it('does not keep a symbol live over a session break shorter than the limit', async () => {
  const hand = createHandFeed();
  const patient = instruments.map((one) => ({ ...one, staleAfterMs: HOUR_MS }));
  const { market, time } = await startMarket(hand.feed, '2026-11-19T21:58:30Z', patient);
  hand.tick('EURUSD', 115_000);
  time.advance(30_000);
  expect(market.state('EURUSD')).toBe('closed');
  time.advance(6 * MINUTE_MS);
  expect(market.state('EURUSD')).toBe('stale');
});

it('switches to custom hours, and back to those of its market', async () => {
  const hand = createHandFeed();
  // The test starts on a Friday at 10:30 in New York; the stock market is open until 16:00.
  const { market, time, states, quotes } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  const own = (lines: readonly string[]) => {
    const read = readHours(lines);
    const hours = read.kind === 'hours' ? read.hours : expect.fail('hours');
    market.setTerms('AAPL', { spread: undefined, hours });
  };
  hand.tick('AAPL', 31_000);
  expect(market.state('AAPL')).toBe('live');
  own(['Mon-Fri 09:30-10:45']);
  own(['Mon-Fri 09:30-10:40']);
  expect(market.session('AAPL')).toEqual({
    isOpen: true,
    nextOpenAtMs: Date.parse('2026-11-23T14:30Z'),
    nextCloseAtMs: Date.parse('2026-11-20T15:40Z'),
  });
  expect(states.at(-1)).toBe('AAPL live live');
  // After a long time without a tick, only the market's opening or close changes the state.
  time.advance(10 * MINUTE_MS);
  expect(states.at(-1)).toBe('AAPL stale closed');
  hand.tick('AAPL', 31_100);
  expect(quotes).toHaveLength(1);

  market.setTerms('AAPL', { spread: undefined, hours: undefined });
  hand.tick('AAPL', 31_200);
  expect(market.state('AAPL')).toBe('live');
  expect(market.session('AAPL').nextCloseAtMs).toBe(Date.parse('2026-11-20T21:00Z'));
  expect(market.session('EURUSD').nextCloseAtMs).toBe(Date.parse('2026-11-20T21:55Z'));
  own(['always']);
  time.advance(10 * HOUR_MS);
  hand.tick('AAPL', 31_300);
  expect(market.state('AAPL')).toBe('live');
  await market.stop();
  expect(time.pendingTimers).toBe(0);
});

it('widens the spread from the next tick on', async () => {
  const hand = createHandFeed();
  const { market } = await startMarket(hand.feed, '2026-11-20T15:30Z');
  const pair = () => [market.quote('EURUSD')?.bidPoints, market.quote('EURUSD')?.askPoints];
  hand.tick('EURUSD', 100_000);
  // The extra spread is 0.1 % of 100,005, which is 100 points: each side moves by 50, rounded away
  // from the mid price.
  const spread = { extraCentiBps: 1_000, minimumCentiBps: 0 };
  market.setTerms('EURUSD', { spread, hours: undefined });
  expect(pair()).toEqual([100_000, 100_010]);
  hand.tick('EURUSD', 100_000);
  expect(pair()).toEqual([99_949, 100_061]);
  market.setTerms('EURUSD', { spread: undefined, hours: undefined });
  hand.tick('EURUSD', 100_000);
  expect(pair()).toEqual([100_000, 100_010]);
});
