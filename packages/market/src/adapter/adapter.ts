// Price vendors. An adapter implements its vendor's protocol, keeps the connection, and passes on
// every valid quote in points. It never makes up a price.
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
  /** Resolves when it has started to connect; the program does not wait for a vendor. */
  start(sink: AdapterSink): Promise<void>;
  readonly connection: FeedConnection;
  /** The number of rejected quotes and messages since the start, by reason. */
  readonly rejections: RejectionCounts;
  /**
   * Candles of the bid, page by page, newest page first, each ascending, including the current
   * candle. Throws FeedOutage if the vendor is unavailable.
   */
  history(request: HistoryRequest): AsyncGenerator<readonly Candle[]>;
}

/** Common options of all adapters. */
export type AdapterOptions = {
  /** The adapter serves the instruments that the vendor has a code for. */
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Returns a number in [0, 1), which spreads waiting times. */
  readonly chance: () => number;
};
