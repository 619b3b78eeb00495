import { createSurveys, createRemoteSurveys } from '#features/backoffice/backoffice.ts';
import type { Surveys } from '#features/backoffice/backoffice.ts';
import { createEngine, createRemoteEngine } from '#engine/engine.ts';
import { createTradingPause } from '#features/trading-pause/trading-pause.ts';
import type { Settings } from '#settings.ts';
import type { EngineRules } from '@halyard/core/engine';
import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import type { CandleStore, MarketView } from '@halyard/market';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Prices } from '#features/prices/prices.ts';
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
import { openMarket } from './market.ts';
import type { MarketOwner, OpenedMarket } from './market.ts';
import { openPracticeEngine } from './practice-engine.ts';
import { openRemoteMarket } from './remote-market.ts';

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
  /** The same market, if this program runs it. */
  readonly marketOwner: MarketOwner | undefined;
  readonly followedFrames: OpenedMarket['followedFrames'];
  readonly listLastQuotes: OpenedMarket['listLastQuotes'];
  /** What this program waits for before it starts to work: its engine, its leadership, or an engine. */
  readonly duty: Pick<EngineClient, 'isReady' | 'whenReady'>;
};

/** Creates the price sources and the engine, or what the program has in their place. */
export async function openTrade(
  settings: Settings,
  options: AppOptions,
  foundation: Foundation,
): Promise<Trade> {
  const { hasEngine, hasMarket } = settings.roles;
  const { clock, db, stops } = foundation;
  const { log } = options;
  const opened = hasMarket
    ? await openMarket(settings, options, foundation)
    : await openRemoteMarket(settings, options, foundation);
  const tradingPause = await createTradingPause({ db, clock, log });
  stops.add('maintenance', () => tradingPause.close());
  const rules = toEngineRules(settings);
  const engines = hasEngine
    ? openEngines(settings, options, { ...foundation, ...opened })
    : openRemoteEngines({ ...foundation, ...opened, log });
  const { marketOwner } = opened;
  if (marketOwner !== undefined) stops.add('market', () => marketOwner.market.stop());
  const duty = engines.owner ?? marketOwner?.leader ?? engines.engine;
  return { ...opened, ...engines, tradingPause, rules, duty };
}

function openEngines(
  settings: Settings,
  { log, onFatal }: AppOptions,
  foundation: Foundation & OpenedMarket,
) {
  const { clock, db, stops, metrics, tracer, instruments, listed, recallQuotes } = foundation;
  const rules = toEngineRules(settings);
  const known = { db, clock, log, rules, recallQuotes };
  const commands: TracedCommands = new WeakMap();
  const commits = tracer === undefined ? undefined : observeCommits(tracer, commands);
  const untraced = createEngine({
    ...known,
    standbyDb: db.isExclusive ? undefined : db,
    instruments: [...listed.values()],
    observer: joinObservers(metrics?.observer, commits),
    onFatal: (error) => {
      void notifyOfEnd({ ...foundation, log, operatorEmail: settings.operatorEmail }, error);
      onFatal(error);
    },
  });
  const engine = tracer === undefined ? untraced : traceCommands(untraced, tracer, commands);
  stops.add('engine', () => engine.stop());
  const practice = openPracticeEngine({ ...foundation, ...known, engine, listed });
  const surveys = createSurveys({ owner: engine, instruments, rules });
  return { surveys, engine, owner: engine, ...practice };
}

/** What a program without the engines has in their place. */
function openRemoteEngines(parts: Foundation & OpenedMarket & Pick<AppOptions, 'log'>) {
  const { db, stops, log } = parts;
  const messages = assertPresent(parts.messages, 'a divided installation has NATS');
  const practiceDb = db.inSchema('practice');
  stops.add('database of practice accounts', () => practiceDb.close());
  const ofEngine = { messages, log, market: parts.engineMarket };
  const engine = createRemoteEngine({ ...ofEngine, name: 'live' });
  const practiceEngine = createRemoteEngine({ ...ofEngine, name: 'practice' });
  stops.add('engines of another program', () => {
    for (const one of [engine, practiceEngine]) one.close();
  });
  return {
    surveys: createRemoteSurveys(messages),
    engine,
    practiceDb,
    practiceEngine,
    owner: undefined,
    practiceOwner: undefined,
  };
}
