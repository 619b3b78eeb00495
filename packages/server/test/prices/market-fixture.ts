// A market whose ticks a test sends, its leader, and what a program with an engine has of it.
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import type { Feed, FeedSink, Market } from '@halyard/market';
import {
  createFrameFollowing,
  createHistoryProgress,
  createPrices,
  createRemotePrices,
  MarketLeader,
  RemoteMarket,
  serveCatchUp,
  serveMarket,
} from '#features/prices/prices.ts';
import type { PricesOwner } from '#features/prices/prices.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Messages } from '#platform/messages/messages.ts';

export const SYMBOL = 'BTCUSD';
export const SPREAD_POINTS = 10;
export const CANDLE = {
  startMs: Math.floor(systemClock.nowMs() / MINUTE_MS) * MINUTE_MS - MINUTE_MS,
  openPoints: points(3),
  highPoints: points(5),
  lowPoints: points(2),
  closePoints: points(4),
  volume: 1.5,
};

function ignore(): void {}

export const LOG = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
const instruments = loadCatalogue();
const sessions = createSessions();
export const shared = { instruments, sessions, clock: systemClock, log: LOG, spreads: new Map() };

/** A market whose ticks the test sends, with everything about its prices. */
export type Source = {
  readonly clock: Clock;
  readonly market: Market;
  readonly prices: PricesOwner;
  tick(sell: number): Quote;
  close(): Promise<void>;
};

/** `clock`: of the machine on which the market runs. */
export async function openSource(db: Database, clock = systemClock): Promise<Source> {
  const sinks: FeedSink[] = [];
  const symbols = new Set([SYMBOL]);
  const feed: Feed = {
    name: 'hand',
    symbols,
    isReal: false,
    keepsSessions: false,
    hasSourceTime: true,
    start: (sink) => Promise.resolve(void sinks.push(sink)),
    stop: () => Promise.resolve(),
    candles: () => Promise.resolve([CANDLE]),
  };
  const scheduler = createSystemScheduler();
  const market = createMarket({ ...shared, clock, feed, scheduler, onError: ignore });
  const named = { name: 'hand', symbols, environment: 'replay', connection: undefined };
  const history = createHistoryProgress([], LOG);
  const parts = {
    ...shared,
    clock,
    db,
    market,
    history,
    feeds: [named],
    acceptedSwitch: undefined,
  };
  const prices = await createPrices(parts);
  await prices.takeOver();
  await market.start();
  return {
    clock,
    market,
    prices,
    tick(sell) {
      const sides = { bidPoints: points(sell), askPoints: points(sell + SPREAD_POINTS) };
      sinks[0]?.tick({ symbol: SYMBOL, ...sides, sourceAtMs: clock.nowMs() });
      const quote = market.quote(SYMBOL);
      if (quote === undefined) throw new Error('not quoted');
      return quote;
    },
    async close() {
      await market.stop();
      await prices.close();
    },
  };
}

export function openLeader(db: Database, { clock, market, prices }: Source): MarketLeader {
  const onFatal = (error: unknown): void => {
    throw error;
  };
  return new MarketLeader({ db, clock, market, log: LOG, recall: prices.recall, onFatal });
}

export function serve(
  messages: Messages,
  { clock, market, prices }: Source,
  leader: MarketLeader,
): () => void {
  const owner = {
    isReady: () => leader.isReady(),
    epoch: () => leader.epoch(),
    lastQuote: (symbol: string) => market.quote(symbol),
  };
  return serveMarket({ messages, market, prices, instruments, owner, leader, clock });
}

/**
 * What a program with an engine has of the market: every price, and others wait for it while its
 * engine serves.
 */
export async function openFrames(
  db: Database,
  messages: Messages,
  owner: { readonly isReady: () => boolean },
) {
  const from = { messages, clock: systemClock, log: LOG };
  const frames = createFrameFollowing(from);
  const view = new RemoteMarket({ ...from, follow: frames.follow });
  const control = await createRemotePrices({ ...shared, db, messages, market: view });
  const end = serveCatchUp({ messages, owner, frames, terms: control.terms });
  return {
    frames,
    view,
    control,
    async close() {
      end();
      view.close();
      await control.close();
    },
  };
}

export function passOn(messages: Messages): Messages {
  return {
    publish: (subject, payload) => messages.publish(subject, payload),
    subscribe: (subject, schema, listener) => messages.subscribe(subject, schema, listener),
    serve: (subject, schema, answer) => messages.serve(subject, schema, answer),
    request: (subject, payload, how) => messages.request(subject, payload, how),
    onGap: (listener) => messages.onGap(listener),
    isConnected: () => messages.isConnected(),
    close: () => messages.close(),
  };
}
