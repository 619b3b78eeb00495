// What a source of prices is to the market: it announces ticks and hands out candles. Prices come
// in points, already rounded against the customer (sell down, buy up).
import type { Points } from '@halyard/core/instrument';
import type { Candle, CandleRequest } from '#candle/candle.ts';

export type Tick = {
  readonly symbol: string;
  readonly sellPoints: Points;
  readonly buyPoints: Points;
  /** When the source says it was quoted. */
  readonly sourceAtMs: number;
};

export type FeedSink = {
  /** A quote to trade on, or to refuse. */
  tick(tick: Tick): void;
  /** The last price of a symbol that is not quoted now: shown, never traded on. */
  lastKnown(tick: Tick): void;
  /** The source has no more prices of the symbol; `undefined` is all of its symbols. */
  ended(symbol: string): void;
};

export interface Feed {
  readonly name: string;
  readonly symbols: ReadonlySet<string>;
  /** False when prices come at any hour, whatever the symbol's session says. */
  readonly keepsSessions: boolean;
  start(sink: FeedSink): Promise<void>;
  stop(): Promise<void>;
  /** Candles of the sell price, ascending, never of the future; the running one included. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
}
