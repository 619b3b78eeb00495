// Where prices come from. A feed announces ticks; the market numbers the accepted ones, says which
// symbols can be traded on, and answers for candles. Time, waiting and chance are arguments.
import { assert } from '@halyard/core/assertion';
import type { Instrument, Points, Quote, SymbolState } from '@halyard/core/instrument';
import type { Candle, CandleRequest } from './candle/candle.ts';
import type { BackfillProgress, CandleStore } from './candle-book/candle-book.ts';
import type { Clock, Scheduler } from './clock/clock.ts';
import { createCharts } from './charts/charts.ts';
import type { Feed } from './feed/feed.ts';
import { createListeners } from './listeners/listeners.ts';
import { createPipelines, createRejectionLog, listInstruments } from './pipeline/pipeline.ts';
import type { MarketAlert, Pipelines, RejectedQuote, RejectionCount } from './pipeline/pipeline.ts';
import type { SpreadModel } from './price/price.ts';
import { QuoteBoard } from './quote-board/quote-board.ts';
import type { SessionInfo, SplitPrices, StateChange } from './quote-board/quote-board.ts';
import type { OpeningHours, Sessions } from './session/session.ts';
import type { Timing } from './source-clock/source-clock.ts';

export {
  ALPACA_FEEDS,
  ALPACA_FREE_SYMBOLS,
  createAlpaca,
  createBinance,
  createOanda,
  FeedOutage,
  OANDA_ENVIRONMENTS,
} from './adapter/adapter.ts';
export type {
  Adapter,
  AlpacaFeed,
  AlpacaOptions,
  BinanceOptions,
  OandaEnvironment,
  OandaOptions,
} from './adapter/adapter.ts';
export {
  aggregateCandles,
  CANDLES_MAX,
  candleStartMs,
  TIMEFRAME_MS,
  TIMEFRAMES,
} from './candle/candle.ts';
export type { Candle, CandleRequest, Timeframe } from './candle/candle.ts';
export { createMemoryCandleStore, importCandles } from './candle-book/candle-book.ts';
export type {
  BackfillProgress,
  CandleStore,
  ImportOptions,
  ImportProgress,
  ImportResult,
  Layer,
  Span,
  StoredBounds,
} from './candle-book/candle-book.ts';
export { findMarketParameters, loadCatalogue } from './catalogue/catalogue.ts';
export type { MarketParameters } from './catalogue/catalogue.ts';
export { createSystemScheduler } from './clock/clock.ts';
export type { Clock, Scheduler } from './clock/clock.ts';
export { SPARK_HOURS } from './day-summary/day-summary.ts';
export type { Feed, FeedConnection, FeedSink, Tick } from './feed/feed.ts';
export { readPriceFile } from './price-file/price-file.ts';
export type { FileReport, PriceTable, ReadFile } from './price-file/price-file.ts';
export { REJECTIONS_KEPT } from './pipeline/pipeline.ts';
export type { MarketAlert, RejectedQuote, RejectionCount } from './pipeline/pipeline.ts';
export { buyFromSell } from './price/price.ts';
export type { SpreadModel } from './price/price.ts';
export type { SessionInfo, SplitPrices, StateChange } from './quote-board/quote-board.ts';
export { createReplay, REPLAY_SPEED_MAX, REPLAY_SPEED_MIN } from './replay/replay.ts';
export type { CreatedReplay, Mapping, Replay, ReplayOptions } from './replay/replay.ts';
export {
  createSessions,
  readHours,
  wallToMs,
  writeHours,
  zoneOffsetMs,
} from './session/session.ts';
export type { HoursReading, OpeningHours, Schedule, Sessions } from './session/session.ts';
export { LAG_MAX_MS } from './source-clock/source-clock.ts';
export type { Timing } from './source-clock/source-clock.ts';
export { createSimulator, HISTORY_DAYS, SEED_BYTES } from './simulator/simulator.ts';
export type { Simulator, SimulatorOptions } from './simulator/simulator.ts';

/** What the house may set of a symbol while the market runs; undefined: as it was put together. */
export type DealingTerms = {
  /** What the house adds to the spread of the symbol's source. */
  readonly spread: SpreadModel | undefined;
  /** In place of the hours of its market, whose time zone and holidays stay. */
  readonly hours: OpeningHours | undefined;
};

export type MarketOptions = {
  readonly instruments: readonly Instrument[];
  /** One feed, or several in order of preference; a symbol's prices are all real or all not. */
  readonly feed: Feed | readonly Feed[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** What the house adds to a symbol's spread; those not named keep their source's. */
  readonly spreads?: ReadonlyMap<string, SpreadModel>;
  /** Where candles of vendors' prices are kept; without one they are asked for each time. */
  readonly candleStore?: CandleStore;
  /** Hears of each symbol that is done with a stage of its history. */
  readonly onBackfill?: (progress: BackfillProgress) => void;
  /** Hears of failures in the background; the market goes on. */
  readonly onFault: (error: unknown) => void;
};

export type Market = {
  /** Resolves as soon as ticks may come; what is read from history comes in later. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Gives up the connections to vendors, so that another program may have them. */
  leaveVendors(): void;
  returnToVendors(): void;
  /** The last accepted quote, or the last known price of a market that is closed. */
  quote(symbol: string): Quote | undefined;
  state(symbol: string): SymbolState;
  session(symbol: string): SessionInfo;
  /** Hears every accepted tick, in order; gives the function that ends it. */
  onQuote(listener: (quote: Quote) => void): () => void;
  onState(listener: (change: StateChange) => void): () => void;
  /** Hears every quote that was not passed on. */
  onRejected(listener: (rejected: RejectedQuote) => void): () => void;
  /** Hears what an operator should know of, each thing once. */
  onAlert(listener: (alert: MarketAlert) => void): () => void;
  /** Nothing trades on a halted symbol until it is resumed. */
  halt(symbol: string): void;
  resume(symbol: string): void;
  /** Takes no quote of the symbol, whose prices are about to be split, until it is thawed. */
  freeze(symbol: string): void;
  /** After a split the next price need not be near the last one. */
  thaw(symbol: string, how: { readonly wasSplit: boolean }): void;
  /** Whether the source of a frozen symbol quotes the price of after its splits. */
  isSplitQuoted(symbol: string, prices: SplitPrices): boolean;
  /** Shows what a split left of the last quote. */
  showSplit(quote: Quote): void;
  /**
   * Takes what another program quoted last while this one did not have the prices, to show until the
   * next tick; every number from now on is above those that any program gave before.
   */
  recall(quotes: readonly Quote[]): void;
  /** In force from the next tick and at once; an unknown symbol has none. */
  setTerms(symbol: string, terms: DealingTerms): void;
  /** The newest quotes that were not passed on, oldest first. */
  recentRejections(): readonly RejectedQuote[];
  rejectionCounts(): readonly RejectionCount[];
  /** How late the quotes of a feed of real prices come; undefined of any other. */
  timing(feedName: string): Timing | undefined;
  /** Ascending, at most CANDLES_MAX, the newest of the range, never of the future. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /** Change of the sell price in percent since 00:00 UTC; undefined while not known. */
  dayChangePercent(symbol: string): number | undefined;
  /** The last SPARK_HOURS hourly closes of the sell price, oldest first. */
  spark(symbol: string): readonly Points[];
};

/** Puts feeds, sessions and clock together; nothing runs before `start`. */
export function createMarket(options: MarketOptions): Market {
  const { clock, spreads } = options;
  const feeds = [options.feed].flat();
  const listings = listInstruments(options.instruments, feeds);
  const symbols = listings.map(({ instrument }) => instrument.symbol);
  const board = new QuoteBoard({ ...options, listings });
  const charts = createCharts({ ...options, symbols, feeds });
  const rejectionLog = createRejectionLog();
  const rejected = createListeners<RejectedQuote>();
  const alerts = createListeners<MarketAlert>();
  const pipelines = createPipelines({
    listings,
    feeds,
    spreads,
    board,
    clock,
    onRejected: rejected.tell,
    onAlert: alerts.tell,
    onInterrupted: charts.interrupt,
  });
  rejected.add(rejectionLog.note);
  board.onQuote(charts.note);
  let hasStarted = false;

  return {
    async start() {
      assert(!hasStarted, 'a market is started once');
      hasStarted = true;
      board.open();
      await Promise.all(feeds.map((feed) => feed.start(pipelines.sinkOf(feed))));
      charts.open();
    },
    async stop() {
      await Promise.all(feeds.map((feed) => feed.stop()));
      await charts.close();
      board.close();
    },
    leaveVendors() {
      for (const feed of feeds) feed.leave?.();
    },
    returnToVendors() {
      for (const feed of feeds) feed.comeBack?.();
    },
    quote: (symbol) => board.quote(symbol),
    state: (symbol) => board.state(symbol),
    session: (symbol) => board.session(symbol),
    onQuote: (listener) => board.onQuote(listener),
    onState: (listener) => board.onState(listener),
    onRejected: rejected.add,
    onAlert: alerts.add,
    ...createDealing({ board, pipelines, spreads }),
    recentRejections: rejectionLog.recent,
    rejectionCounts: rejectionLog.counts,
    timing: pipelines.timing,
    candles: charts.candles,
    dayChangePercent: charts.dayChangePercent,
    spark: charts.spark,
  };
}

/** What the house does to a symbol while the market runs. */
function createDealing({
  board,
  pipelines,
  spreads,
}: {
  readonly board: QuoteBoard;
  readonly pipelines: Pipelines;
  readonly spreads: MarketOptions['spreads'];
}): Pick<
  Market,
  'halt' | 'resume' | 'freeze' | 'thaw' | 'isSplitQuoted' | 'showSplit' | 'recall' | 'setTerms'
> {
  return {
    halt(symbol) {
      board.setHalted(symbol, 'operator', true);
    },
    resume(symbol) {
      board.setHalted(symbol, 'operator', false);
    },
    freeze(symbol) {
      board.setHalted(symbol, 'split', true);
    },
    thaw(symbol, { wasSplit }) {
      // Otherwise the filters go on: a price that jumped is not believed by a resumption.
      if (wasSplit && board.isHalted(symbol, 'split')) pipelines.restart(symbol);
      board.setHalted(symbol, 'split', false);
    },
    isSplitQuoted: (symbol, prices) => board.isSplitQuoted(symbol, prices),
    showSplit: (quote) => board.showSplit(quote),
    recall: (quotes) => board.recall(quotes),
    setTerms(symbol, { spread, hours }) {
      pipelines.setSpread(symbol, spread ?? spreads?.get(symbol));
      board.setHours(symbol, hours);
    },
  };
}
