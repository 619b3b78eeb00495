// Measures how long a late price of EURUSD can be traded, in the market that feeds the engine.
import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import { createMarket, createSessions, loadCatalogue } from '@halyard/market';
import type { Feed, FeedSink } from '@halyard/market';

/** A Friday on which the market is open. */
const START_MS = Date.UTC(2026, 0, 9, 15);
const STEP_MS = 100;
const LONGEST_MS = 60_000;
/** How many prices on time the market needs to trust the feed's clock and prices. */
const PUNCTUAL_PRICES = 8;

type Timer = { readonly atMs: number; readonly run: () => void };

/**
 * Returns in milliseconds how long a price can be traded after its arrival; zero when it is not
 * used.
 */
export async function measureTradedMs(lagMs: number): Promise<number> {
  const time = createTime();
  let sink: FeedSink | undefined;
  const feed: Feed = {
    name: 'vendor',
    symbols: new Set(['EURUSD']),
    isReal: true,
    keepsSessions: true,
    hasSourceTime: true,
    start: (target) => {
      sink = target;
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    candles: () => Promise.resolve([]),
  };
  const market = createMarket({
    instruments: loadCatalogue(),
    feed,
    sessions: createSessions(),
    clock: time.clock,
    scheduler: time.scheduler,
    onError: (error) => {
      throw error;
    },
  });
  await market.start();
  const tick = (lateMs: number): void =>
    assertPresent(sink, 'the feed is started').tick({
      symbol: 'EURUSD',
      bidPoints: points(110_000),
      askPoints: points(110_008),
      sourceAtMs: time.clock.nowMs() - lateMs,
    });
  for (let count = 0; count < PUNCTUAL_PRICES; count += 1) {
    tick(0);
    time.advance(STEP_MS);
  }
  time.advance(LONGEST_MS);
  tick(lagMs);
  let tradedMs = 0;
  while (market.state('EURUSD') === 'live' && tradedMs < LONGEST_MS) {
    time.advance(STEP_MS);
    tradedMs += STEP_MS;
  }
  await market.stop();
  return tradedMs;
}

function createTime() {
  let nowMs = START_MS;
  const timers = new Set<Timer>();
  return {
    clock: { nowMs: () => nowMs },
    scheduler: {
      after: (delayMs: number, run: () => void) => {
        const timer = { atMs: nowMs + Math.max(1, delayMs), run };
        timers.add(timer);
        return () => {
          timers.delete(timer);
        };
      },
      breathe: () => Promise.resolve(),
    },
    /** Advances the clock, then runs what is due. */
    advance(durationMs: number): void {
      nowMs += durationMs;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
