// The pipelines of all symbols, and the sink that each feed reports to.
import { assert } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import type { AdapterSink } from '#adapter/adapter.ts';
import { findMarketParameters } from '#catalogue/catalogue.ts';
import type { Clock } from '#clock/clock.ts';
import type { Feed } from '#feed/feed.ts';
import type { SpreadModel } from '#price/price.ts';
import { SourceClock } from '#source-clock/source-clock.ts';
import type { Timing } from '#source-clock/source-clock.ts';
import type { Listing, QuoteBoard } from '#quote-board/quote-board.ts';
import { SymbolPipeline } from './symbol-pipeline.ts';
import type { MarketAlert, RejectedQuote } from './symbol-pipeline.ts';

/**
 * Returns the instruments that have a feed. Asserts that a symbol's feeds are all real, or that it
 * has only one: simulated prices are never mixed with real ones.
 */
export function listInstruments(
  instruments: readonly Instrument[],
  feeds: readonly Feed[],
): readonly Listing[] {
  return instruments.flatMap((instrument) => {
    const own = feeds.filter(({ symbols }) => symbols.has(instrument.symbol));
    const [first] = own;
    if (first === undefined) return [];
    assert(
      own.length === 1 || own.every(({ isReal }) => isReal),
      `${instrument.symbol} has real prices alone, or one feed alone`,
    );
    return [{ instrument, keepsSessions: first.keepsSessions }];
  });
}

export { createRejectionLog, REJECTIONS_KEPT } from './rejection-log.ts';
export type { RejectionCount } from './rejection-log.ts';
export type { MarketAlert, RejectedQuote } from './symbol-pipeline.ts';

export type PipelinesOptions = {
  readonly listings: readonly Listing[];
  readonly feeds: readonly Feed[];
  readonly spreads: ReadonlyMap<string, SpreadModel> | undefined;
  readonly board: QuoteBoard;
  readonly clock: Clock;
  readonly onRejected: (rejected: RejectedQuote) => void;
  readonly onAlert: (alert: MarketAlert) => void;
  readonly onInterrupted: (symbol: string) => void;
};

export type Pipelines = {
  /** Returns the sink that receives the feed's ticks. */
  sinkOf(feed: Feed): AdapterSink;
  /** Treats the next tick of each source of the symbol as its first one. */
  restart(symbol: string): void;
  /** Sets the extra spread from the next tick on. */
  setSpread(symbol: string, spread: SpreadModel | undefined): void;
  /** Returns the lag of a feed of real prices; undefined for other feeds. */
  timing(feedName: string): Timing | undefined;
};

/** The timing of a feed whose protocol has no time: unknown. */
const UNTIMED: Timing = {
  hasSourceTime: false,
  lagMs: undefined,
  clockOffsetMs: undefined,
  lateSymbols: [],
};

type Lane = { readonly pipeline: SymbolPipeline; readonly feeds: readonly Feed[] };

export function createPipelines(options: PipelinesOptions): Pipelines {
  const { listings, feeds, spreads, board, clock, onRejected } = options;
  const clocks = new Map(
    feeds
      .filter(({ isReal, hasSourceTime }) => isReal && hasSourceTime)
      .map(({ name }) => [name, new SourceClock()]),
  );
  const lanes = new Map(
    listings.map(({ instrument }): [string, Lane] => {
      const { symbol } = instrument;
      const own = feeds.filter(({ symbols }) => symbols.has(symbol));
      const pipeline = new SymbolPipeline({
        ...options,
        instrument,
        parameters: findMarketParameters(symbol),
        sources: own.map(({ name, isReal }) => ({ name, isReal, clock: clocks.get(name) })),
        spread: spreads?.get(symbol),
      });
      return [symbol, { pipeline, feeds: own }];
    }),
  );
  return {
    restart(symbol) {
      lanes.get(symbol)?.pipeline.restart();
    },
    setSpread(symbol, spread) {
      lanes.get(symbol)?.pipeline.setSpread(spread);
    },
    timing(feedName) {
      const isReal = feeds.some((feed) => feed.name === feedName && feed.isReal);
      return clocks.get(feedName)?.timing(clock.nowMs()) ?? (isReal ? UNTIMED : undefined);
    },
    sinkOf: (feed) => ({
      tick(tick) {
        const lane = lanes.get(tick.symbol);
        lane?.pipeline.tick(lane.feeds.indexOf(feed), tick);
      },
      lastKnown(tick) {
        board.showLastKnown(tick, feed.name);
      },
      ended(symbol) {
        board.end(symbol);
      },
      tradeable(symbol, isTradeable) {
        const lane = lanes.get(symbol);
        lane?.pipeline.setTradeable(lane.feeds.indexOf(feed), isTradeable);
      },
      rejected({ symbol, reason, raw, atMs }) {
        onRejected({ symbol, source: feed.name, reason, evidence: raw, atMs });
      },
      connection({ state }) {
        const isConnected = state === 'up' || state === 'degraded';
        for (const lane of lanes.values()) {
          lane.pipeline.setConnected(lane.feeds.indexOf(feed), isConnected);
        }
      },
    }),
  };
}
