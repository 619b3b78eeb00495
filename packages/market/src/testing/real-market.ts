// A market of real prices; the test controls its ticks, their times and the clock.
import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import type { AdapterSink } from '#adapter/adapter.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import type { Feed, FeedConnection } from '#feed/feed.ts';
import { createSessions } from '#session/session.ts';
import { createMarket } from '../market.ts';
import type { MarketAlert, MarketOptions } from '../market.ts';
import { createVirtualTime } from './virtual-time.ts';

export const MID = 115_000;
export const sessions = createSessions();
export const instruments = loadCatalogue();

/** Creates a feed, of real prices by default, whose ticks the test sends. */
export function createHandFeed(name: string, { isReal = true, hasSourceTime = true } = {}) {
  let sink: AdapterSink | undefined;
  const feed: Feed = {
    name,
    symbols: new Set(['EURUSD', 'AAPL']),
    isReal,
    keepsSessions: true,
    hasSourceTime,
    start(target) {
      sink = target;
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    candles: () => Promise.resolve([]),
  };
  return { feed, sink: () => assertPresent(sink, 'the feed is started') };
}

type Options = {
  readonly at?: string;
  readonly names?: readonly string[];
  readonly hasSourceTime?: boolean;
} & Pick<Partial<MarketOptions>, 'spreads'>;

/** Starts a market with one or more of the test's feeds, in order of preference. */
export async function startRealMarket({
  at = '2026-11-20T15:30Z',
  names = ['first'],
  hasSourceTime = true,
  ...rest
}: Options = {}) {
  const time = createVirtualTime(Date.parse(at));
  const hands = names.map((name) => createHandFeed(name, { hasSourceTime }));
  const market = createMarket({
    instruments,
    feed: hands.map(({ feed }) => feed),
    sessions,
    ...time,
    ...rest,
    onError: (error) => {
      throw error;
    },
  });
  const lags: number[] = [];
  const quotes: Quote[] = [];
  const alerts: string[] = [];
  market.onQuote((quote) => quotes.push(quote));
  market.onAlert((alert) => alerts.push(describe(alert)));
  await market.start();
  const tick = (index: number, mid: number = MID, spread = 8): void => {
    hands[index]?.sink().tick({
      symbol: 'EURUSD',
      bidPoints: points(mid - spread / 2),
      askPoints: points(mid + spread / 2),
      sourceAtMs: time.clock.nowMs() - (lags[index] ?? 0),
    });
  };
  /** Sets how far the vendor's times lie behind from now on. */
  const lag = (index: number, lagMs: number): void => {
    lags[index] = lagMs;
  };
  const connect = (index: number, state: FeedConnection['state']): void => {
    hands[index]?.sink().connection({ state, reason: '', atMs: time.clock.nowMs() });
  };
  /** Sends this many ticks of each named source, a quarter of a second apart. */
  const run = (count: number, ...indexes: readonly number[]): void => {
    for (let done = 0; done < count; done += 1) {
      for (const index of indexes) tick(index);
      time.advance(250);
    }
  };
  const tradeable = (index: number, isTradeable: boolean): void => {
    hands[index]?.sink().tradeable?.('EURUSD', isTradeable);
  };
  return { market, time, quotes, alerts, tick, lag, connect, tradeable, run, hands };
}

function describe(alert: MarketAlert): string {
  switch (alert.kind) {
    case 'price-jumped':
    case 'jump-over':
      return `${alert.kind} ${alert.source}`;
    case 'quotes-late':
      return `${alert.kind} ${alert.source} ${alert.lagMs}`;
    case 'quotes-on-time':
      return `${alert.kind} ${alert.source}`;
    case 'source-changed':
      return `${alert.from} to ${alert.to}`;
    case 'sources-differ':
      return `${alert.sources.join(' and ')} differ`;
  }
}
