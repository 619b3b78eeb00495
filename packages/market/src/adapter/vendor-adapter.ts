import type { Instrument } from '@halyard/core/instrument';
import type { Candle } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Feed, FeedConnection, HistoryRequest } from '#feed/feed.ts';
import type { AdapterSink, RejectionCounts } from './intake/intake.ts';

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
  /** The instruments to quote; the adapter serves those that the vendor has a code for. */
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Returns a number in [0, 1), which spreads waiting times. */
  readonly chance: () => number;
};
