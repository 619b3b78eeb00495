// What a source of prices is to the market: it announces ticks and hands out candles. Prices come
// in points, already rounded against the customer (sell down, buy up).
import type { Points } from '@halyard/core/instrument';
import type { Candle, CandleRequest, HourClose } from '#candle/candle.ts';

export type Tick = {
  readonly symbol: string;
  readonly sellPoints: Points;
  readonly buyPoints: Points;
  /** When the source says it was quoted; its arrival where the source doesn't say. */
  readonly sourceAtMs: number;
};

export type FeedSink = {
  /** A quote to trade on, or to refuse. */
  tick(tick: Tick): void;
  /** The last price of a symbol that is not quoted now: shown, never traded on. */
  lastKnown(tick: Tick): void;
  /** The source has no more prices of the symbol. */
  ended(symbol: string): void;
  /** Whether the source as a whole can deliver; one that never says so counts as up. */
  connection(change: FeedConnection): void;
};

export type FeedConnection = {
  /** `degraded`: up, but the source does not give all that was asked for. */
  readonly state: 'connecting' | 'up' | 'degraded' | 'down';
  /** In words for the operator, without address or secret; empty while `up`. */
  readonly reason: string;
  readonly atMs: number;
};

export interface Feed {
  readonly name: string;
  readonly symbols: ReadonlySet<string>;
  /** False for prices that are made up or long past: they never meet real ones on one symbol. */
  readonly isReal: boolean;
  /** False when prices come at any hour, whatever the symbol's session says. */
  readonly keepsSessions: boolean;
  /**
   * Whether its quotes carry the vendor's own time. Without one nobody can tell how late they come:
   * `sourceAtMs` is then when they arrived.
   */
  readonly hasSourceTime: boolean;
  start(sink: FeedSink): Promise<void>;
  stop(): Promise<void>;
  /** Of a source that others want too: gives it up for a while. */
  leave?(): void;
  comeBack?(): void;
  /** Candles of the sell price, ascending, never of the future; the running one included. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  /** Where the closes of hours cost much less than their candles do: only they, of a '1h' request. */
  hourCloses?(request: CandleRequest): Promise<readonly HourClose[]>;
  /** Page by page, the newest page first, each ascending; for feeds that ask a vendor for it. */
  history?(request: HistoryRequest): AsyncIterable<readonly Candle[]>;
}

export type HistoryRequest = Omit<CandleRequest, 'limit'> & { readonly signal?: AbortSignal };
