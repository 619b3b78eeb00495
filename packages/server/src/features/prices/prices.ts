// Price data and what decides on it: candles, each symbol's price environment and terms, with the
// quote log and trading halts.
import type { Instrument, Quote } from '@halyard/core/instrument';
import type { FeedConnection, Market, Sessions, SpreadModel } from '@halyard/market';
import { listLastQuotes, QuoteLog } from '#features/quote-log/quote-log.ts';
import {
  createSymbolTurns,
  findSplitQuote,
  haltSymbol,
  listHalts,
  resumeSymbol,
  watchHalts,
  workFrozen,
} from '#features/trading-halts/trading-halts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { HistoryProgress } from './history-progress.ts';
import { describeAlert } from './describe-alert.ts';
import { checkEnvironments, REAL_ENVIRONMENT, recordEnvironments } from './price-environments.ts';
import type { PricesOwner } from './prices-interface.ts';
import { createSymbolTerms } from './symbol-terms.ts';

export { createCandleStore } from './candle-store.ts';
export { listLastQuotes } from '#features/quote-log/quote-log.ts';
export type { FollowsFrames } from './remote/remote.ts';
export { createHistoryProgress } from './history-progress.ts';
export { createGapLog } from './gap-log.ts';
export { MarketLeader } from './market-leader.ts';
export {
  createFrameFollowing,
  createRemotePrices,
  RemoteMarket,
  serveCatchUp,
  serveMarket,
} from './remote/remote.ts';
export type { Prices, PricesOwner, PricesStatus } from './prices-interface.ts';
export { importPriceFile } from './import-price-file.ts';
export { PriceSwitchRefused, REAL_ENVIRONMENT } from './price-environments.ts';
export { AS_SHIPPED } from './terms.ts';
export type { OwnTerms } from './terms.ts';
export type { SymbolTerms } from './symbol-terms.ts';

export type PriceFeed = {
  readonly name: string;
  readonly symbols: ReadonlySet<string>;
  /**
   * The price environment of the feed. Prices of different environments are never mixed on a symbol
   * with open positions.
   */
  readonly environment: string;
  /** Returns the connection of a feed that connects to a vendor; undefined for others. */
  readonly connection: (() => FeedConnection) | undefined;
};

export type PricesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The market, which is not started yet. */
  readonly market: Market;
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  /** The spread that the settings add to the spread of the symbol's source. */
  readonly spreads: ReadonlyMap<string, SpreadModel>;
  readonly history: HistoryProgress;
  /** The feeds in order of preference. */
  readonly feeds: readonly PriceFeed[];
  /** The change of environments that the operator accepts. */
  readonly acceptedSwitch: string | undefined;
};

/**
 * Creates the feature. Throws PriceSwitchRefused if open positions would be valued at prices of
 * another environment.
 */
export async function createPrices(options: PricesOptions): Promise<PricesOwner> {
  const { db, clock, log, market, feeds, history, acceptedSwitch } = options;
  const environments = new Map(
    feeds
      .toReversed()
      .flatMap(({ symbols, environment }) => [...symbols].map((one) => [one, environment])),
  );
  await checkEnvironments(db.kysely, environments, acceptedSwitch);
  const halts = watchHalts(options);
  await halts.apply();
  // The turn among programs comes first: whoever has it waits until the halts are applied here.
  const amongPrograms = createSymbolTurns(db);
  const inTurn = async <Result>(symbol: string, work: () => Promise<Result>): Promise<Result> =>
    await amongPrograms(symbol, async () => await halts.inTurn(work));
  const terms = await createSymbolTerms(options);
  const quoteLog = new QuoteLog({ db, log });
  const listOwn = async (): Promise<readonly Quote[]> =>
    (await listLastQuotes(db, clock.nowMs())).filter(({ symbol }) => environments.has(symbol));
  const endAlerts = market.onAlert((alert) => log.warn({ alert }, describeAlert(alert)));
  return {
    async takeOver() {
      const switches = await checkEnvironments(db.kysely, environments, acceptedSwitch);
      await recordEnvironments(db, { environments, switches, atMs: clock.nowMs() });
      await halts.apply();
      halts.start();
      quoteLog.open(market, environments.keys());
    },
    listLastQuotes: listOwn,
    async recall() {
      await halts.apply();
      const quotes = await listOwn();
      market.recall(quotes);
      return quotes;
    },
    isReal(symbol) {
      const environment = environments.get(symbol);
      return environment === undefined ? undefined : environment === REAL_ENVIRONMENT;
    },
    halt: async (halt) =>
      await halts.inTurn(
        async () => await haltSymbol({ db, market }, { ...halt, atMs: clock.nowMs() }),
      ),
    resume: async (halt) =>
      await inTurn(
        halt.symbol,
        async () => await resumeSymbol({ db, market }, { ...halt, atMs: clock.nowMs() }),
      ),
    whileFrozen: async (symbol, work) =>
      await inTurn(symbol, async () => await workFrozen({ db, market }, symbol, work)),
    showSplit: async (symbol) => await showSplit(options, symbol),
    applyHalts: async () => await halts.apply(),
    status: async () => ({
      feeds: feeds.map(({ name, connection }) => ({
        name,
        timing: market.timing(name),
        ...(connection === undefined ? {} : { connection: connection() }),
      })),
      history,
      halts: await listHalts(db.kysely),
    }),
    terms,
    async close() {
      endAlerts();
      await halts.close();
      await terms.close();
      await quoteLog.close();
    },
  };
}

async function showSplit(
  { db, market }: Pick<PricesOptions, 'db' | 'market'>,
  symbol: string,
): Promise<void> {
  const quote = await findSplitQuote(db, symbol);
  if (quote === undefined) return;
  const shown = market.quote(symbol);
  const isShown = shown?.bidPoints === quote.bidPoints && shown.askPoints === quote.askPoints;
  if (!isShown) market.showSplit(quote);
}
