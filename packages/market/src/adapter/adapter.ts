// The vendors that real prices come from. An adapter speaks its vendor's protocol, stays connected,
// and hands on every quote it can read, in points; where it has none it has none: no price is ever
// made up.
import type { Instrument } from '@halyard/core/instrument';
import type { Candle } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Feed, FeedConnection, HistoryRequest } from '#feed/feed.ts';
import type { AdapterSink, RejectionCounts } from './intake/intake.ts';

export { ALPACA_FEEDS, ALPACA_FREE_SYMBOLS, createAlpaca } from './alpaca/alpaca.ts';
export type { AlpacaFeed, AlpacaOptions } from './alpaca/alpaca.ts';
export { createBinance } from './binance/binance.ts';
export type { BinanceOptions } from './binance/binance.ts';
export { FeedOutage } from './history/history.ts';
export type { AdapterSink, Rejection, RejectionCounts, RejectReason } from './intake/intake.ts';
export { createOanda, OANDA_ENVIRONMENTS } from './oanda/oanda.ts';
export type { OandaEnvironment, OandaOptions } from './oanda/oanda.ts';

export interface Adapter extends Feed {
  /** Resolves once it has begun to connect: the program does not wait for a vendor. */
  start(sink: AdapterSink): Promise<void>;
  readonly connection: FeedConnection;
  /** How many quotes and messages were refused since the start, by reason. */
  readonly rejections: RejectionCounts;
  /**
   * Candles of the sell price, page by page, the newest page first, each ascending; the running
   * candle included. Throws FeedOutage when the vendor can't be asked.
   */
  history(request: HistoryRequest): AsyncGenerator<readonly Candle[]>;
}

/** What every adapter is made of. */
export type AdapterOptions = {
  /** Those the vendor has a code for are served; the others are none of its symbols. */
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** A number from 0 up to, but not, 1: waiting times are spread by it. */
  readonly chance: () => number;
};
