// Where prices come from. A feed announces ticks; the market numbers the accepted ones, says which
// symbols can be traded on, and answers for candles. Time, waiting and chance are arguments.
import { assert } from '@halyard/core/assertion';
import type { Instrument, Points, Quote, SymbolState } from '@halyard/core/instrument';
import { CANDLES_MAX } from './candle/candle.ts';
import type { Candle, CandleRequest } from './candle/candle.ts';
import type { Clock, Scheduler } from './clock/clock.ts';
import { createDaySummary } from './day-summary/day-summary.ts';
import type { Feed } from './feed/feed.ts';
import { QuoteBoard } from './quote-board/quote-board.ts';
import type { SessionInfo, StateChange } from './quote-board/quote-board.ts';
import type { Sessions } from './session/session.ts';

export {
  aggregateCandles,
  CANDLES_MAX,
  candleStartMs,
  TIMEFRAME_MS,
  TIMEFRAMES,
} from './candle/candle.ts';
export type { Candle, CandleRequest, Timeframe } from './candle/candle.ts';
export { findMarketParameters, loadCatalogue } from './catalogue/catalogue.ts';
export type { MarketParameters } from './catalogue/catalogue.ts';
export { createSystemScheduler } from './clock/clock.ts';
export type { Clock, Scheduler } from './clock/clock.ts';
export { SPARK_HOURS } from './day-summary/day-summary.ts';
export type { Feed, FeedConnection, FeedSink, Tick } from './feed/feed.ts';
export { readPriceFile } from './price-file/price-file.ts';
export type { FileReport, PriceTable, ReadFile } from './price-file/price-file.ts';
export { buyFromSell } from './price/price.ts';
export type { SessionInfo, StateChange } from './quote-board/quote-board.ts';
export { createReplay, REPLAY_SPEED_MAX, REPLAY_SPEED_MIN } from './replay/replay.ts';
export type { CreatedReplay, Mapping, Replay, ReplayOptions } from './replay/replay.ts';
export { createSessions } from './session/session.ts';
export type { Schedule, Sessions } from './session/session.ts';
export { createSimulator, HISTORY_DAYS, SEED_BYTES } from './simulator/simulator.ts';
export type { Simulator, SimulatorOptions } from './simulator/simulator.ts';

export type MarketOptions = {
  readonly instruments: readonly Instrument[];
  readonly feed: Feed;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Hears of failures in the background; the market goes on. */
  readonly onFault: (error: unknown) => void;
};

export type Market = {
  /** Resolves as soon as ticks may come; what is read from history comes in later. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The last accepted quote, or the last known price of a market that is closed. */
  quote(symbol: string): Quote | undefined;
  state(symbol: string): SymbolState;
  session(symbol: string): SessionInfo;
  /** Hears every accepted tick, in order; gives the function that ends it. */
  onQuote(listener: (quote: Quote) => void): () => void;
  onState(listener: (change: StateChange) => void): () => void;
  /** Ascending, at most CANDLES_MAX, the newest of the range, never of the future. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /** Change of the sell price in percent since 00:00 UTC; undefined while not known. */
  dayChangePercent(symbol: string): number | undefined;
  /** The last SPARK_HOURS hourly closes of the sell price, oldest first. */
  spark(symbol: string): readonly Points[];
};

/** Puts a feed, the sessions and the clock together; nothing runs before `start`. */
export function createMarket(options: MarketOptions): Market {
  const { feed, clock, onFault } = options;
  const board = new QuoteBoard(options);
  const summary = createDaySummary();
  const running = new AbortController();
  let hasStarted = false;
  board.onQuote((quote) => {
    summary.update(quote);
  });

  return {
    async start() {
      assert(!hasStarted, 'a market is started once');
      hasStarted = true;
      board.open();
      await feed.start({
        tick: (tick) => board.accept(tick),
        lastKnown: (tick) => {
          board.showLastKnown(tick);
        },
        ended: (symbol) => {
          board.end(symbol);
        },
        connection: ({ state }) => {
          if (state === 'down' || state === 'connecting') board.disconnect();
        },
      });
      summary.load(feed, clock.nowMs(), running.signal).catch(onFault);
    },
    async stop() {
      running.abort();
      await feed.stop();
      board.close();
    },
    quote: (symbol) => board.quote(symbol),
    state: (symbol) => board.state(symbol),
    session: (symbol) => board.session(symbol),
    onQuote: (listener) => board.onQuote(listener),
    onState: (listener) => board.onState(listener),
    candles(request) {
      const limit = Math.min(request.limit, CANDLES_MAX);
      if (!feed.symbols.has(request.symbol) || limit < 1) return Promise.resolve([]);
      return feed.candles({ ...request, limit });
    },
    dayChangePercent: (symbol) => summary.dayChangePercent(symbol),
    spark: (symbol) => summary.spark(symbol),
  };
}
