// The market, in a program that runs it.
import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import { createFeeds } from '#create-feeds.ts';
import {
  createCandleStore,
  createHistoryProgress,
  createPrices,
  MarketLeader,
} from '#features/prices/prices.ts';
import type { SymbolMarket } from '@halyard/core/engine';
import type { Instrument, Quote } from '@halyard/core/instrument';
import type { CandleStore, Market, MarketView } from '@halyard/market';
import type { PriceFeed, Prices, PricesOwner, FollowsFrames } from '#features/prices/prices.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';

export type MarketOwner = {
  readonly feeds: readonly PriceFeed[];
  readonly market: Market;
  readonly prices: PricesOwner;
  /** Whether this program leads the market; undefined if its engine's lease decides that. */
  readonly leader: MarketLeader | undefined;
};

/** The market as it is in every program. */
export type OpenedMarket = {
  readonly instruments: readonly Instrument[];
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly market: MarketView;
  readonly candleStore: CandleStore;
  readonly prices: Prices;
  /** The same market, if this program runs it. */
  readonly marketOwner: MarketOwner | undefined;
  /** The frames that feed the engine of this program, if the market runs in another one. */
  readonly followedFrames: FollowsFrames | undefined;
  /** Returns the last quote and state of a symbol as the engine of another program has it. */
  readonly engineMarket: (symbol: string) => Readonly<SymbolMarket>;
  /** Returns the last logged quote of each symbol. */
  readonly listLastQuotes: () => Promise<readonly Quote[]>;
  /** Returns what other programs quoted while this one did not have the lease. */
  readonly recallQuotes: () => Promise<readonly Quote[]>;
};

export async function openMarket(
  settings: Settings,
  { log, onFatal }: AppOptions,
  foundation: Foundation,
): Promise<OpenedMarket> {
  const { clock, files, db, stops, onError } = foundation;
  const instruments = loadCatalogue();
  const sessions = createSessions();
  const scheduler = createSystemScheduler();
  const timed = { instruments, sessions, clock, scheduler };
  const feeds = await createFeeds({ ...timed, settings: settings.feed, files, log });
  const candleStore = createCandleStore(db);
  const history = createHistoryProgress(feeds, log);
  const market = createMarket({
    ...timed,
    feed: feeds.map(({ feed }) => feed),
    candleStore,
    spreads: settings.spreads,
    onBackfill: history.note,
    onError,
  });
  const prices = await createPrices({
    db,
    clock,
    log,
    market,
    instruments,
    sessions,
    spreads: settings.spreads,
    history,
    feeds,
    acceptedSwitch: settings.feed.acceptedSwitch,
  });
  stops.add('prices', () => prices.close());
  const leader = settings.roles.hasEngine
    ? undefined
    : new MarketLeader({ db, clock, market, log, recall: prices.recall, onFatal });
  if (leader !== undefined) stops.add('leadership of the market', () => leader.stop());
  return {
    instruments,
    listed: prices.terms.listed,
    market,
    candleStore,
    prices,
    marketOwner: { feeds, market, prices, leader },
    followedFrames: undefined,
    engineMarket: (symbol) => ({
      quote: market.quote(symbol),
      state: market.state(symbol),
      closesAtMs: market.session(symbol).nextCloseAtMs,
    }),
    listLastQuotes: prices.listLastQuotes,
    recallQuotes: prices.recall,
  };
}
