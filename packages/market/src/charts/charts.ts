// Chart data from past prices: candles, the day's change, the spark line. Candles of vendors'
// prices come from the candle book, others from their feed.
import type { Points, Quote } from '@halyard/core/instrument';
import { FeedOutage } from '#adapter/adapter.ts';
import { CandleBook } from '#candle-book/candle-book.ts';
import type { BackfillProgress, CandleStore, HistorySource } from '#candle-book/candle-book.ts';
import { CANDLES_MAX } from '#candle/candle.ts';
import type { Candle, CandleRequest, HourClose } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import { createDaySummary } from '#day-summary/day-summary.ts';
import type { Feed, HistoryRequest } from '#feed/feed.ts';

export type ChartsOptions = {
  readonly symbols: readonly string[];
  /** The feeds of the symbol in order of preference. */
  readonly feeds: readonly Feed[];
  readonly candleStore?: CandleStore;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly onBackfill?: (progress: BackfillProgress) => void;
  readonly onError: (error: unknown) => void;
};

export type Charts = {
  open(): void;
  close(): Promise<void>;
  note(quote: Quote): void;
  /** Marks that quotes of the symbol may be missed from now on. */
  interrupt(symbol: string): void;
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  dayChangePercent(symbol: string): number | undefined;
  spark(symbol: string): readonly Points[];
};

export function createCharts(options: ChartsOptions): Charts {
  const { symbols, feeds, clock, onError } = options;
  const closing = new AbortController();
  const summary = createDaySummary();
  const feedOf = (symbol: string): Feed | undefined =>
    feeds.find((feed) => feed.symbols.has(symbol));
  const candles = (request: CandleRequest): Promise<readonly Candle[]> => {
    const limit = Math.min(request.limit, CANDLES_MAX);
    const feed = feedOf(request.symbol);
    if (feed === undefined || limit < 1) return Promise.resolve([]);
    return (book?.has(request.symbol) ? book : feed).candles({ ...request, limit });
  };
  const closes = (request: CandleRequest): Promise<readonly HourClose[]> => {
    const feed = book?.has(request.symbol) === true ? undefined : feedOf(request.symbol);
    return feed?.hourCloses?.(request) ?? candles(request);
  };
  const summarize = (list: readonly string[]): void => {
    const range = { symbols: list, nowMs: clock.nowMs(), signal: closing.signal };
    summary.load(closes, range).catch(onError);
  };
  const book = createBook(options, (progress) => {
    options.onBackfill?.(progress);
    if (progress.stage === 'latest') summarize([progress.symbol]);
  });
  return {
    open() {
      book?.open();
      summarize(symbols.filter((symbol) => book?.has(symbol) !== true));
    },
    async close() {
      closing.abort();
      await book?.close();
    },
    note(quote) {
      book?.note(quote);
      summary.update(quote);
    },
    interrupt: (symbol) => book?.interrupt(symbol),
    candles,
    dayChangePercent: (symbol) => summary.dayChangePercent(symbol),
    spark: (symbol) => summary.spark(symbol),
  };
}

function createBook(
  options: ChartsOptions,
  onProgress: (progress: BackfillProgress) => void,
): CandleBook | undefined {
  const { symbols, feeds, candleStore: store } = options;
  if (store === undefined) return undefined;
  const histories = new Map(
    symbols.flatMap((symbol): [string, HistorySource][] => {
      const own = feeds.filter((one) => one.symbols.has(symbol));
      const sources = own.flatMap((feed) => feed.history?.bind(feed) ?? []);
      if (sources.length === 0) return [];
      return [[symbol, { history: (request) => readPreferred(sources, request) }]];
    }),
  );
  if (histories.size === 0) return undefined;
  return new CandleBook({ ...options, histories, store, onProgress });
}

/**
 * Reads the history from the first available source. Once that source has returned a page, no other
 * one continues it.
 */
async function* readPreferred(
  sources: readonly HistorySource['history'][],
  request: HistoryRequest,
): AsyncGenerator<readonly Candle[]> {
  for (const [index, read] of sources.entries()) {
    let hasBegun = false;
    try {
      for await (const page of read(request)) {
        hasBegun = true;
        yield page;
      }
      return;
    } catch (error) {
      const isLast = index === sources.length - 1;
      if (hasBegun || isLast || !(error instanceof FeedOutage)) throw error;
    }
  }
}
