// Price data and what decides on it: candles, each symbol's price environment and terms, with the
// quote log and trading halts.
import type { Instrument, Quote } from '@halyard/core/instrument';
import type { FeedConnection, Market, Sessions, SpreadModel, Timing } from '@halyard/market';
import { listLastQuotes, QuoteLog } from '#features/quote-log/quote-log.ts';
import {
  haltSymbol,
  listHalts,
  resumeSymbol,
  watchHalts,
  workFrozen,
} from '#features/trading-halts/trading-halts.ts';
import type { Halt, Resumed, Worked } from '#features/trading-halts/trading-halts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { HistoryProgress } from './history-progress.ts';
import { describeAlert } from './describe-alert.ts';
import { checkEnvironments, REAL_ENVIRONMENT, recordEnvironments } from './price-environments.ts';
import { createSymbolTerms } from './symbol-terms.ts';
import type { SymbolTerms } from './symbol-terms.ts';

export { createCandleStore } from './candle-store.ts';
export { createHistoryProgress } from './history-progress.ts';
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

export type PricesStatus = {
  readonly feeds: readonly {
    readonly name: string;
    readonly connection?: FeedConnection;
    /** The lag of the feed's quotes; undefined for simulated and replayed prices. */
    readonly timing: Timing | undefined;
  }[];
  readonly history: Omit<HistoryProgress, 'note'>;
  readonly halts: readonly Halt[];
};

export type Prices = {
  /**
   * Stores this program's price environments, logs its prices, and applies halts that other
   * programs set. Call it once the program has the lease.
   */
  takeOver(): Promise<void>;
  /**
   * Returns the last logged quote of each symbol: the value of open positions until the next quote,
   * which a closed market may not send for days.
   */
  listLastQuotes(): Promise<readonly Quote[]>;
  /**
   * Applies what other programs halted and quoted in the meantime. Call it once this program has
   * the lease again.
   */
  recall(): Promise<readonly Quote[]>;
  /** Returns whether vendors quote the symbol; undefined if no feed does. */
  isReal(symbol: string): boolean | undefined;
  /** Halts a symbol; false if it was already halted. */
  halt(halt: Omit<Halt, 'atMs' | 'isFrozen'>): Promise<boolean>;
  /** Ends the manual halt of a symbol; other causes can still halt it. */
  resume(halt: Pick<Halt, 'symbol' | 'by'>): Promise<Resumed>;
  /**
   * Runs an action while quotes of a manually halted symbol are ignored, which continues until the
   * symbol is resumed; undefined if it is not manually halted. Halting and resuming wait in the
   * meantime.
   */
  whileFrozen<Result extends Worked>(
    symbol: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
  status(): Promise<PricesStatus>;
  readonly terms: SymbolTerms;
  close(): Promise<void>;
};

/**
 * Creates the feature. Throws PriceSwitchRefused if open positions would be valued at prices of
 * another environment.
 */
export async function createPrices(options: PricesOptions): Promise<Prices> {
  const { db, clock, log, market, feeds, history, acceptedSwitch } = options;
  const environments = new Map(
    feeds
      .toReversed()
      .flatMap(({ symbols, environment }) => [...symbols].map((one) => [one, environment])),
  );
  await checkEnvironments(db.kysely, environments, acceptedSwitch);
  const halts = watchHalts(options);
  await halts.apply();
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
      await halts.inTurn(
        async () => await resumeSymbol({ db, market }, { ...halt, atMs: clock.nowMs() }),
      ),
    whileFrozen: async (symbol, work) =>
      await halts.inTurn(async () => await workFrozen({ db, market }, symbol, work)),
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
