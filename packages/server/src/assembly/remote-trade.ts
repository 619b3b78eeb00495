// What an edge has in place of the engine and the market.
import { createSessions, loadCatalogue } from '@halyard/market';
import { assertPresent } from '@halyard/core/assertion';
import { createRemoteEngine } from '#engine/engine.ts';
import { createCandleStore, createRemotePrices, RemoteMarket } from '#features/prices/prices.ts';
import { createRemoteSurveys } from '#features/backoffice/backoffice.ts';
import { createTradingPause } from '#features/trading-pause/trading-pause.ts';
import type { Settings } from '#settings.ts';
import { toEngineRules } from '#trading-settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';

/** Connects to the program that runs the engine and the market. */
export async function openRemoteTrade(
  settings: Settings,
  { log }: AppOptions,
  foundation: Foundation,
) {
  const { clock, db, stops } = foundation;
  const messages = assertPresent(foundation.messages, 'an edge has NATS');
  const instruments = loadCatalogue();
  const market = new RemoteMarket({ messages, instruments, clock, log });
  stops.add('market of another program', () => market.close());
  const { spreads } = settings;
  const sessions = createSessions();
  const shared = { db, clock, log, messages, instruments, sessions, spreads };
  const prices = await createRemotePrices({ ...shared, market });
  stops.add('prices', () => prices.close());
  const tradingPause = await createTradingPause({ db, clock, log });
  stops.add('maintenance', () => tradingPause.close());
  const practiceDb = db.inSchema('practice');
  stops.add('database of practice accounts', () => practiceDb.close());
  const ofEngine = { messages, log, market: (symbol: string) => market.engineMarket(symbol) };
  const engine = createRemoteEngine({ ...ofEngine, name: 'live' });
  const practiceEngine = createRemoteEngine({ ...ofEngine, name: 'practice' });
  stops.add('engines of another program', () => {
    for (const one of [engine, practiceEngine]) one.close();
  });
  return {
    instruments,
    listed: prices.terms.listed,
    market,
    candleStore: createCandleStore(db),
    prices,
    tradingPause,
    rules: toEngineRules(settings),
    surveys: createRemoteSurveys(messages),
    engine,
    practiceDb,
    practiceEngine,
    owner: undefined,
    practiceOwner: undefined,
    core: undefined,
  };
}
