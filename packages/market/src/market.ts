// Prices. Feeds report ticks; the market numbers the accepted ones, determines which symbols can be
// traded, and returns candles. Time, timers and randomness are arguments.
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

export { FeedOutage, VENDORS } from './adapter/adapter.ts';
export type { Adapter, Vendor, VendorName, VendorSetting } from './adapter/adapter.ts';
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
export { createSystemScheduler } from './clock/clock.ts';
export type { Clock, Scheduler } from './clock/clock.ts';
export { SPARK_HOURS } from './day-summary/day-summary.ts';
export type { Feed, FeedConnection, FeedSink, Tick } from './feed/feed.ts';
export { readPriceFile } from './price-file/price-file.ts';
export type { FileReport, PriceTable, ReadFile } from './price-file/price-file.ts';
export { REJECTIONS_KEPT } from './pipeline/pipeline.ts';
export type { MarketAlert, RejectedQuote, RejectionCount } from './pipeline/pipeline.ts';
export { askFromBid } from './price/price.ts';
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

/** The terms of a symbol that the broker can set at run time; undefined: the initial ones. */
export type DealingTerms = {
  /** The extra spread that the broker adds to that of the symbol's source. */
  readonly spread: SpreadModel | undefined;
  /**
   * The broker's own hours for the symbol, which replace the market's; the time zone and holidays
   * stay.
   */
  readonly hours: OpeningHours | undefined;
};

export type MarketOptions = {
  readonly instruments: readonly Instrument[];
  /**
   * The price source: one feed, or several in order of preference. A symbol's prices are either all
   * real or none.
   */
  readonly feed: Feed | readonly Feed[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The extra spread by symbol; other symbols keep their source's spread. */
  readonly spreads?: ReadonlyMap<string, SpreadModel>;
  /** The store of candles of vendors' prices; without one they are requested each time. */
  readonly candleStore?: CandleStore;
  /** Called when a symbol completes a stage of its history. */
  readonly onBackfill?: (progress: BackfillProgress) => void;
  /** Called for failed background tasks; the market continues. */
  readonly onError: (error: unknown) => void;
};

/** Prices that were missed: no symbol was live in the meantime. */
export type MarketGap = {
  /** Whether frames of one leader were lost, or another program leads the market. */
  readonly reason: 'lost' | 'leader';
  /** The last frame before the gap. */
  readonly from: { readonly epoch: number; readonly number: number };
  /** The frame with which it ended. */
  readonly to: { readonly epoch: number; readonly number: number };
  readonly noticedAtMs: number;
  readonly endedAtMs: number;
};

export type Market = {
  /** Resolves as soon as ticks can arrive; history is loaded later. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Disconnects from the vendors, so that another program can use them. */
  leaveVendors(): void;
  returnToVendors(): void;
  /** Returns the last accepted quote, or the last known price of a closed market. */
  quote(symbol: string): Quote | undefined;
  state(symbol: string): SymbolState;
  session(symbol: string): SessionInfo;
  /** Calls the listener for every accepted tick, in order; returns the function that removes it. */
  onQuote(listener: (quote: Quote) => void): () => void;
  onState(listener: (change: StateChange) => void): () => void;
  /** Calls the listener when prices were missed, which a market in the same program never does. */
  onGap(listener: (gap: MarketGap) => void): () => void;
  /** Calls the listener for every rejected quote. */
  onRejected(listener: (rejected: RejectedQuote) => void): () => void;
  /** Calls the listener once for each condition that the operator should know of. */
  onAlert(listener: (alert: MarketAlert) => void): () => void;
  /** Halts a symbol: it does not trade until `resume`. */
  halt(symbol: string): void;
  resume(symbol: string): void;
  /** Ignores quotes of the symbol, whose prices are about to be split, until it is thawed. */
  freeze(symbol: string): void;
  /** Ends a freeze. After a split the next price need not be near the last one. */
  thaw(symbol: string, how: { readonly wasSplit: boolean }): void;
  /** Returns whether the source of a frozen symbol already quotes the price after its splits. */
  isSplitQuoted(symbol: string, prices: SplitPrices): boolean;
  /** Shows the last quote as the split adjusted it, until the source quotes the symbol. */
  showSplit(quote: Quote): void;
  /**
   * Takes over the last quotes of another program, to show until the next tick; all further
   * sequence numbers exceed those that any program assigned before.
   */
  recall(quotes: readonly Quote[]): void;
  /** Assigns no sequence number below this one from now on. */
  numberFrom(sequence: number): void;
  /**
   * Sets a symbol's terms, which apply at once and to the next tick. An unknown symbol has no
   * terms.
   */
  setTerms(symbol: string, terms: DealingTerms): void;
  /** Returns the newest rejected quotes, oldest first. */
  recentRejections(): readonly RejectedQuote[];
  rejectionCounts(): readonly RejectionCount[];
  /** Returns the lag of a feed of real prices; undefined for other feeds. */
  timing(feedName: string): Timing | undefined;
  /**
   * Returns candles in ascending order: at most CANDLES_MAX, the newest of the range, never in the
   * future.
   */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /** Returns the change of the bid in percent since 00:00 UTC; undefined if unknown. */
  dayChangePercent(symbol: string): number | undefined;
  /** Returns the last SPARK_HOURS hourly closes of the bid, oldest first. */
  spark(symbol: string): readonly Points[];
};

/** What every program shows of the market, also one that does not run it. */
export type MarketView = Pick<
  Market,
  | 'quote'
  | 'state'
  | 'session'
  | 'onQuote'
  | 'onState'
  | 'onGap'
  | 'onRejected'
  | 'onAlert'
  | 'recentRejections'
  | 'rejectionCounts'
  | 'candles'
  | 'dayChangePercent'
  | 'spark'
>;

/** Combines feeds, trading hours and clock; it does nothing before `start`. */
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
    onRejected: rejected.notify,
    onAlert: alerts.notify,
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
    onGap: () => () => undefined,
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

/** The broker's actions on a symbol at run time. */
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
  | 'halt'
  | 'resume'
  | 'freeze'
  | 'thaw'
  | 'isSplitQuoted'
  | 'showSplit'
  | 'recall'
  | 'numberFrom'
  | 'setTerms'
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
      // After a split the filters restart. In all other cases they continue, because resuming a
      // symbol does not confirm a price that jumped.
      if (wasSplit && board.isHalted(symbol, 'split')) pipelines.restart(symbol);
      board.setHalted(symbol, 'split', false);
    },
    isSplitQuoted: (symbol, prices) => board.isSplitQuoted(symbol, prices),
    showSplit: (quote) => board.showSplit(quote),
    recall: (quotes) => board.recall(quotes),
    numberFrom: (sequence) => board.numberFrom(sequence),
    setTerms(symbol, { spread, hours }) {
      pipelines.setSpread(symbol, spread ?? spreads?.get(symbol));
      board.setHours(symbol, hours);
    },
  };
}
