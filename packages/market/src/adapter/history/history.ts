// Past candles from a vendor, page by page, newest page first, so that a long back-fill is useful
// from its first page on.
import type { Instrument } from '@halyard/core/instrument';
import { aggregateCandles, CANDLES_MAX, candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';
import type { Clock } from '#clock/clock.ts';
import type { HistoryRequest } from '#feed/feed.ts';
import type { CandleRange } from './candle-rows.ts';
import { FeedOutage } from './feed-outage.ts';

export { toCandles } from './candle-rows.ts';
export type { CandleRange, CandleRow } from './candle-rows.ts';
export { FeedOutage } from './feed-outage.ts';
export { HttpGate } from './http-gate.ts';

export type PageRequest = CandleRange & {
  /** The number of candles to return. */
  readonly count: number;
  readonly signal: AbortSignal | undefined;
};

export type Page = {
  /** Candles in ascending order, all within the requested range and from its newest part. */
  readonly candles: readonly Candle[];
  /** Whether the vendor has no older candles. */
  readonly isLast: boolean;
};

export type HistoryOptions = {
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly clock: Clock;
  readonly pageMax: number;
  /** The timeframe to request and aggregate, if the vendor's own boundaries differ. */
  readonly sourceOf: (timeframe: Timeframe) => Timeframe;
  readonly fetchPage: (request: PageRequest) => Promise<Page>;
};

export type History = {
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  pages(request: HistoryRequest): AsyncGenerator<readonly Candle[]>;
};

// The largest number of pages per request. A year of minutes is 526 of the smallest vendor pages.
const PAGES_MAX = 2_000;

export function createHistory(options: HistoryOptions): History {
  return {
    async candles({ limit, ...request }) {
      const wanted = Math.min(limit, CANDLES_MAX);
      const collected: (readonly Candle[])[] = [];
      let count = 0;
      for await (const page of listPages(options, request, wanted)) {
        collected.unshift(page);
        count += page.length;
        if (count >= wanted) break;
      }
      return collected.flat().slice(-wanted);
    },
    pages: (request) => listPages(options, request, Infinity),
  };
}

async function* listPages(
  options: HistoryOptions,
  request: HistoryRequest,
  wanted: number,
): AsyncGenerator<readonly Candle[]> {
  const source = options.sourceOf(request.timeframe);
  if (source === request.timeframe) {
    yield* listSourcePages(options, request, wanted);
    return;
  }
  // A page can end within an aggregated candle, so these are returned together.
  const ratio = TIMEFRAME_MS[request.timeframe] / TIMEFRAME_MS[source];
  const fromMs = candleStartMs(request.timeframe, request.fromMs);
  const toMs = candleStartMs(request.timeframe, request.toMs - 1) + TIMEFRAME_MS[request.timeframe];
  const sourceRequest = { ...request, timeframe: source, fromMs, toMs };
  const collected: (readonly Candle[])[] = [];
  let count = 0;
  for await (const page of listSourcePages(options, sourceRequest, Infinity)) {
    collected.unshift(page);
    count += page.length;
    if (count >= (wanted + 1) * ratio) break;
  }
  const candles = aggregateCandles(collected.flat(), request.timeframe);
  if (candles.length > 0) yield candles;
}

async function* listSourcePages(
  { instruments, clock, pageMax, fetchPage }: HistoryOptions,
  { symbol, timeframe, signal, ...range }: HistoryRequest,
  wanted: number,
): AsyncGenerator<readonly Candle[]> {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) return;
  const fromMs = candleStartMs(timeframe, range.fromMs);
  let beforeMs = Math.min(range.toMs, clock.nowMs() + 1);
  let left = wanted;
  for (let page = 0; page < PAGES_MAX && beforeMs > fromMs; page += 1) {
    const inRange = Math.ceil((beforeMs - fromMs) / TIMEFRAME_MS[timeframe]);
    const count = Math.min(pageMax, left, inRange);
    const request = { instrument, timeframe, fromMs, beforeMs, count, signal };
    const { candles, isLast } = await fetchPage(request);
    const [first] = candles;
    if (first === undefined) return;
    yield candles;
    left -= candles.length;
    if (isLast || left <= 0) return;
    beforeMs = first.startMs;
  }
  if (beforeMs > fromMs) throw new FeedOutage(`the history of ${symbol} has no end`);
}
