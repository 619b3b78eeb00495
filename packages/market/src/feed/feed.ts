// A price source: it reports ticks and returns candles. Prices are in points, already rounded
// against the customer (bid down, ask up).
import type { Points } from '@halyard/core/instrument';
import type { Candle, CandleRequest, HourClose } from '#candle/candle.ts';

export type Tick = {
  readonly symbol: string;
  readonly sellPoints: Points;
  readonly buyPoints: Points;
  /** The source's time of the quote; the arrival time if the source gives none. */
  readonly sourceAtMs: number;
};

export type FeedSink = {
  /** A quote for trading, which can still be rejected. */
  tick(tick: Tick): void;
  /** The last price of a symbol that is not quoted now: for display, never for trading. */
  lastKnown(tick: Tick): void;
  /** The source has no more prices of the symbol. */
  ended(symbol: string): void;
  /** Whether the source as a whole delivers; a source that never reports this counts as up. */
  connection(change: FeedConnection): void;
};

export type FeedConnection = {
  /** `degraded`: up, but without some of the requested symbols. */
  readonly state: 'connecting' | 'up' | 'degraded' | 'down';
  /** For the operator, without addresses or secrets; empty while `up`. */
  readonly reason: string;
  readonly atMs: number;
};

export interface Feed {
  readonly name: string;
  readonly symbols: ReadonlySet<string>;
  /** False for simulated and replayed prices, which are never mixed with real ones on a symbol. */
  readonly isReal: boolean;
  /** False if prices arrive at any hour, regardless of the symbol's trading hours. */
  readonly keepsSessions: boolean;
  /**
   * Whether its quotes carry the vendor's time. Otherwise their lag is unknown, and `sourceAtMs` is
   * the arrival time.
   */
  readonly hasSourceTime: boolean;
  start(sink: FeedSink): Promise<void>;
  stop(): Promise<void>;
  /** Disconnects for a while, so that another program can use the source. */
  leave?(): void;
  comeBack?(): void;
  /** Candles of the bid, ascending, never in the future, including the current one. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /** Only the closes of a '1h' request, if they cost much less than complete candles. */
  hourCloses?(request: CandleRequest): Promise<readonly HourClose[]>;
  /** Page by page, newest page first, each ascending; for feeds that read from a vendor. */
  history?(request: HistoryRequest): AsyncIterable<readonly Candle[]>;
}

export type HistoryRequest = Omit<CandleRequest, 'limit'> & { readonly signal?: AbortSignal };
