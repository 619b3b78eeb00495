import type { MarketCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import type { Feed, FeedSink } from '@halyard/market';
import { expect, it } from 'vitest';

import { feedEngine } from './feed-engine.ts';

const instruments = loadCatalogue();
const terms = {
  listed: new Map(instruments.map((instrument) => [instrument.symbol, instrument])),
  onLimits: () => () => undefined,
};

it('drops a tick that took over a second to reach the engine’s queue', async () => {
  let nowMs = Date.parse('2026-11-20T15:30Z');
  const clock = { nowMs: () => nowMs };
  const sinks: FeedSink[] = [];
  const feed: Feed = {
    name: 'hand',
    symbols: new Set(['BTCUSD']),
    isReal: false,
    keepsSessions: true,
    hasSourceTime: true,
    start(target) {
      sinks.push(target);
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    candles: () => Promise.resolve([]),
  };
  const market = createMarket({
    instruments,
    feed,
    sessions: createSessions(),
    clock,
    scheduler: createSystemScheduler(),
    onError: () => undefined,
  });
  await market.start();
  const taken: MarketCommand[] = [];
  const logged: unknown[] = [];
  const quote = (sell: number): void => {
    const tick = { symbol: 'BTCUSD', bidPoints: points(sell), askPoints: points(sell + 1) };
    for (const sink of sinks) sink.tick({ ...tick, sourceAtMs: nowMs });
  };
  quote(1);
  nowMs += 5_000;
  let tookMs = 0;
  market.onQuote(() => {
    nowMs += tookMs;
  });
  const end = feedEngine({
    market,
    engine: { feed: (command) => taken.push(command) },
    instruments,
    prices: { terms },
    clock,
    log: { warn: (...args: unknown[]) => logged.push(args) },
  });
  const sellsOf = (commands: readonly MarketCommand[]) =>
    commands.flatMap((command) => (command.kind === 'accept-tick' ? command.quote.bidPoints : []));
  const sells = () => sellsOf(taken);
  // The market of another program, whose clock is behind by a second.
  const behind: MarketCommand[] = [];
  const endBehind = feedEngine({
    market,
    engine: { feed: (command) => behind.push(command) },
    instruments,
    prices: { terms },
    clock,
    log: { warn: () => undefined },
    followedFrames: { clockOffsetMs: () => 1_000 },
  });
  // The state when the feed starts is passed on, however old it is.
  expect(sells()).toEqual([1]);
  for (const [sell, lateMs] of [
    [2, 1_000],
    [3, 1_001],
    [4, 0],
  ] as const) {
    tookMs = lateMs;
    quote(sell);
  }
  expect(sells()).toEqual([1, 2, 4]);
  expect(logged).toHaveLength(1);
  // Of a symbol that does not trade, the last quote is passed on, however old it is.
  market.halt('BTCUSD');
  tookMs = 60_000;
  quote(5);
  expect(sells()).toEqual([1, 2, 4, 5]);
  expect(logged).toHaveLength(1);
  expect(sellsOf(behind)).toEqual([1, 2, 3, 4, 5]);
  end();
  endBehind();
  await market.stop();
});
