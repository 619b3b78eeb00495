import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import { createFeeds } from '#create-feeds.ts';
import { createEngine } from '#engine/engine.ts';
import { createTradingPause } from '#features/trading-pause/trading-pause.ts';
import { createCandleStore, createHistoryProgress, createPrices } from '#features/prices/prices.ts';
import type { Settings } from '#settings.ts';
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

/** Creates the price sources and the engine. */
export async function openTrade(
  settings: Settings,
  { log, onFatal }: AppOptions,
  foundation: Foundation,
) {
  const { clock, files, db, stops, onError, metrics, tracer } = foundation;
  const instruments = loadCatalogue();
  const sessions = createSessions();
  const scheduler = createSystemScheduler();
  const feeds = await createFeeds({
    settings: settings.feed,
    files,
    instruments,
    sessions,
    clock,
    scheduler,
    log,
  });
  const candleStore = createCandleStore(db);
  const history = createHistoryProgress(feeds, log);
  const market = createMarket({
    instruments,
    feed: feeds.map(({ feed }) => feed),
    sessions,
    clock,
    scheduler,
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
  const known = { db, clock, log, rules: toEngineRules(settings) };
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
  const traded = { instruments, listed, feeds, market, candleStore, prices, tradingPause };
  return { ...traded, rules: known.rules, engine, owner: engine, ...practice };
}
export type Trade = Awaited<ReturnType<typeof openTrade>>;
