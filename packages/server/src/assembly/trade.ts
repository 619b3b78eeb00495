import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import { createSurveys } from '#features/backoffice/backoffice.ts';
import type { Surveys } from '#features/backoffice/backoffice.ts';
import { createFeeds } from '#create-feeds.ts';
import { createEngine } from '#engine/engine.ts';
import { createTradingPause } from '#features/trading-pause/trading-pause.ts';
import { createCandleStore, createHistoryProgress, createPrices } from '#features/prices/prices.ts';
import type { Settings } from '#settings.ts';
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { CandleStore, Market, MarketView } from '@halyard/market';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { PriceFeed, Prices, PricesOwner } from '#features/prices/prices.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { Database } from '#platform/db/db.ts';
import {
  joinObservers,
  observeCommits,
  traceCommands,
  type TracedCommands,
} from '#tracing/tracing.ts';
import { notifyOfEnd } from '#notify-of-end.ts';
import { toEngineRules } from '#trading-settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import { openPracticeEngine } from './practice-engine.ts';
import { openRemoteTrade } from './remote-trade.ts';

/** What runs in the program with the engine, besides what every program has. */
export type Core = {
  readonly feeds: readonly PriceFeed[];
  readonly market: Market;
  readonly prices: PricesOwner;
  readonly engine: EngineOwner;
  readonly practiceEngine: EngineOwner;
};

export type Trade = {
  readonly instruments: readonly Instrument[];
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly market: MarketView;
  readonly candleStore: CandleStore;
  readonly prices: Prices;
  readonly tradingPause: TradingPause;
  readonly rules: EngineRules;
  readonly surveys: Surveys;
  readonly engine: EngineClient;
  readonly practiceDb: Database;
  readonly practiceEngine: EngineClient;
  /** The same engines, if this program runs them. */
  readonly owner: EngineOwner | undefined;
  readonly practiceOwner: EngineOwner | undefined;
  /** Undefined in an edge. */
  readonly core: Core | undefined;
};

/** Creates the price sources and the engine, or what an edge has in their place. */
export async function openTrade(
  settings: Settings,
  options: AppOptions,
  foundation: Foundation,
): Promise<Trade> {
  return settings.roles.isCore
    ? await openCoreTrade(settings, options, foundation)
    : await openRemoteTrade(settings, options, foundation);
}

async function openCoreTrade(
  settings: Settings,
  { log, onFatal }: AppOptions,
  foundation: Foundation,
) {
  const { clock, files, db, stops, onError, metrics, tracer } = foundation;
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
  const { listed } = prices.terms;
  const tradingPause = await createTradingPause({ db, clock, log });
  stops.add('maintenance', () => tradingPause.close());
  const rules = toEngineRules(settings);
  const known = { db, clock, log, rules };
  const commands: TracedCommands = new WeakMap();
  const commits = tracer === undefined ? undefined : observeCommits(tracer, commands);
  const untraced = createEngine({
    ...known,
    standbyDb: db.isExclusive ? undefined : db,
    instruments: [...listed.values()],
    recallQuotes: prices.recall,
    observer: joinObservers(metrics?.observer, commits),
    onFatal: (error) => {
      void notifyOfEnd({ ...foundation, log, operatorEmail: settings.operatorEmail }, error);
      onFatal(error);
    },
  });
  const engine = tracer === undefined ? untraced : traceCommands(untraced, tracer, commands);
  stops.add('engine', () => engine.stop());
  const practice = openPracticeEngine({ ...foundation, ...known, engine, listed, prices });
  stops.add('market', () => market.stop());
  const core = { feeds, market, prices, engine, practiceEngine: practice.practiceOwner };
  const traded = { instruments, listed, market, candleStore, prices, tradingPause, rules };
  const surveys = createSurveys({ owner: engine, instruments, rules });
  return { ...traded, surveys, engine, owner: engine, ...practice, core };
}
