// A market whose ticks and time the test controls.
import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { createMarket, createSessions, loadCatalogue } from '../market.ts';
import type { Candle, Feed, FeedConnection, FeedSink, StateChange } from '../market.ts';
import { createVirtualTime } from './virtual-time.ts';

export const sessions = createSessions();
export const instruments = loadCatalogue();

/** Creates a feed whose ticks the test sends. */
export function createHandFeed(
  options: { keepsSessions?: boolean; candles?: readonly Candle[] } = {},
) {
  let sink: FeedSink | undefined;
  const feed: Feed = {
    name: 'hand',
    symbols: new Set(['EURUSD', 'AAPL']),
    isReal: false,
    keepsSessions: options.keepsSessions ?? true,
    hasSourceTime: false,
    start(target) {
      sink = target;
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    candles: () => Promise.resolve(options.candles ?? []),
  };
  const tickOf = (symbol: string, sell: number, buy: number) => ({
    symbol,
    bidPoints: points(sell),
    askPoints: points(buy),
    sourceAtMs: 1,
  });
  const target = () => assertPresent(sink, 'the feed is started');
  return {
    feed,
    tick: (symbol: string, sell: number, buy = sell + 10) => {
      target().tick(tickOf(symbol, sell, buy));
    },
    show: (symbol: string, sell: number) => {
      target().lastKnown(tickOf(symbol, sell, sell + 10));
    },
    connect: (state: FeedConnection['state']) => {
      target().connection({ state, reason: '', atMs: 0 });
    },
    end: (symbol: string) => {
      target().ended(symbol);
    },
  };
}

export async function startMarket(feed: Feed, at: string, listed = instruments) {
  const time = createVirtualTime(Date.parse(at));
  const problems: unknown[] = [];
  const market = createMarket({
    instruments: listed,
    feed,
    sessions,
    ...time,
    onError: (error) => problems.push(error),
  });
  const quotes: Quote[] = [];
  const states: string[] = [];
  market.onQuote((quote) => quotes.push(quote));
  market.onState(({ symbol, previous, state }: StateChange) => {
    states.push(`${symbol} ${previous} ${state}`);
  });
  await market.start();
  return { market, time, quotes, states, problems };
}
