// A price source: it reports ticks and returns candles. Prices are in points, already rounded
// against the customer (bid down, ask up).
import type { Points } from '@halyard/core/instrument';
import type { Candle, CandleRequest, HourClose } from '#candle/candle.ts';

export type Tick = {
  readonly symbol: string;
  readonly bidPoints: Points;
  readonly askPoints: Points;
  /** The source's own time of the quote; the arrival time if the source sends none. */
  readonly sourceAtMs: number;
};

export type FeedSink = {
  /** Receives a quote for trading, which the market can still reject. */
  tick(tick: Tick): void;
  /** Receives the last price of a symbol that is not quoted now: for display, never for trading. */
  lastKnown(tick: Tick): void;
  /** Reports that the source has no more prices of the symbol. */
  ended(symbol: string): void;
  /**
   * Reports whether the source as a whole delivers; a source that never reports this counts as up.
   */
  connection(change: FeedConnection): void;
};

export type FeedConnection = {
  /** The connection's state. `degraded`: up, but without some of the requested symbols. */
  readonly state: 'connecting' | 'up' | 'degraded' | 'down';
  /**
   * Why the connection is in this state, for the operator, without addresses or secrets; empty
   * while `up`.
   */
  readonly reason: string;
  readonly atMs: number;
};

export interface Feed {
  readonly name: string;
  readonly symbols: ReadonlySet<string>;
  /**
   * Whether the prices are real. False for simulated and replayed prices, which are never mixed
   * with real ones on a symbol.
   */
  readonly isReal: boolean;
  /** Whether the feed follows the symbol's trading hours; false if prices arrive at any hour. */
  readonly keepsSessions: boolean;
  /**
   * Whether quotes carry the vendor's time. Otherwise their lag is unknown, and `sourceAtMs` is the
   * arrival time.
   */
  readonly hasSourceTime: boolean;
  start(sink: FeedSink): Promise<void>;
  stop(): Promise<void>;
  /** Disconnects for a while, so that another program can use the source. */
  leave?(): void;
  comeBack?(): void;
  /** Returns candles of the bid, ascending, never in the future, including the current one. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /**
   * Returns only the closes of a '1h' request; defined if they cost much less than complete
   * candles.
   */
  hourCloses?(request: CandleRequest): Promise<readonly HourClose[]>;
  /**
   * Returns past candles page by page, newest page first, each ascending; defined for feeds that
   * read from a vendor.
   */
  history?(request: HistoryRequest): AsyncIterable<readonly Candle[]>;
}

export type HistoryRequest = Omit<CandleRequest, 'limit'> & { readonly signal?: AbortSignal };
