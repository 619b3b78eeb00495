// Reads missing candles from the vendors: for every symbol first the hours and the latest minutes,
// then twelve months of five minutes, then twelve months of minutes, newest first. Complete spans
// are stored (see spans.ts), so a start continues where the last one ended.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { aggregateCandles, candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { pause } from '#clock/clock.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { HistoryRequest } from '#feed/feed.ts';
import type { CandleStore, Layer } from './candle-store.ts';
import type { Spans } from './spans.ts';

/** How far back hourly candles are read: a little more than twelve months. */
const HOURS_BACK_MS = 400 * DAY_MS;
const MINUTES_BACK_MS = 7 * DAY_MS;
/** The layers that are read first for each symbol, and how far back. */
const LATEST: readonly { readonly timeframe: Timeframe; readonly reachMs: number }[] = [
  { timeframe: '1h', reachMs: HOURS_BACK_MS },
  { timeframe: '1m', reachMs: MINUTES_BACK_MS },
  // Five-minute candles are aggregated from these minutes, so that a chart of them does not read
  // the minutes.
  { timeframe: '5m', reachMs: MINUTES_BACK_MS },
];
/** The layers that are then read back to the full depth, one symbol after the other. */
const DEEP = ['5m', '1m'] as const satisfies readonly Timeframe[];
const DEPTH_MS = 366 * DAY_MS;

// The candles per write. The write rate of a year of minutes is limited, because orders have
// priority in the database.
const WINDOW_CANDLES = 1_000;
const DEEP_PACE_MS = 250;
const RETRY_MS = MINUTE_MS;
// After this many failures in a row, the remaining symbols wait for a later attempt.
const FAILURES_IN_A_ROW_MAX = 3;

export type HistorySource = {
  history(request: HistoryRequest): AsyncIterable<readonly Candle[]>;
};

/**
 * A stage that a symbol has completed. `latest`: hours and the latest minutes; `year`: minutes of
 * twelve months, or all that the vendor has.
 */
export type BackfillProgress = {
  readonly symbol: string;
  readonly stage: 'latest' | 'year';
  readonly symbolsDone: number;
  readonly symbolsTotal: number;
};

export type BackFillOptions = {
  /** The symbols and the source of their history. */
  readonly histories: ReadonlyMap<string, HistorySource>;
  readonly spans: Spans;
  readonly store: Pick<CandleStore, 'list'>;
  /** How far back minutes are read; default twelve months. */
  readonly depthMs?: number;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Returns when a symbol's gap begins: -Infinity if it was never checked, undefined if it has no
   * gap.
   */
  readonly gapOf: (symbol: string) => number | undefined;
  /** Called when everything that was missing for the symbol up to `untilMs` is stored. */
  readonly onFilled: (symbol: string, untilMs: number) => void;
  /** Called when a symbol completes a stage for the first time. */
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onError: (error: unknown) => void;
};

/** The queue of missing candles. It owns the requests to the vendors and their order. */
export class BackFill {
  readonly #options: BackFillOptions;
  readonly #depthMs: number;
  /** The symbols whose gap must be filled. */
  readonly #queue = new Set<string>();
  /** The symbols whose candles do not reach back to the full depth yet. */
  readonly #shallow = { '5m': new Set<string>(), '1m': new Set<string>() };
  /** Symbols whose requests failed, with what to retry later. */
  readonly #failed = new Map<string, () => void>();
  readonly #stagesLeft: Readonly<Record<BackfillProgress['stage'], Set<string>>>;
  readonly #closing = new AbortController();
  #isRunning = false;
  #cancelRetry: (() => void) | undefined;

  constructor(options: BackFillOptions) {
    this.#options = options;
    this.#depthMs = options.depthMs ?? DEPTH_MS;
    const symbols = [...options.histories.keys()];
    this.#stagesLeft = { latest: new Set(symbols), year: new Set(symbols) };
  }

  /** Adds a symbol with a gap. A gap that appears while it is being filled is filled again. */
  add(symbol: string): void {
    if (this.#failed.has(symbol)) return;
    this.#queue.add(symbol);
    void this.#run();
  }

  close(): void {
    this.#closing.abort();
    this.#cancelRetry?.();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#isResting) return;
    this.#isRunning = true;
    let failures = 0;
    while (!this.#closing.signal.aborted && failures < FAILURES_IN_A_ROW_MAX) {
      const next = this.#takeNext();
      if (next === undefined) break;
      try {
        await next.work();
        failures = 0;
      } catch (error) {
        if (this.#closing.signal.aborted) break;
        failures += 1;
        this.#failed.set(next.key, next.putBack);
        this.#options.onError(error);
      }
    }
    this.#isRunning = false;
    if (this.#failed.size > 0) this.#retryLater();
  }

  /** Whether all remaining work has failed and waits for a retry. */
  get #isResting(): boolean {
    return this.#failed.size >= FAILURES_IN_A_ROW_MAX && this.#cancelRetry !== undefined;
  }

  /** Returns the next task. Gaps come before old data. */
  #takeNext(): Task | undefined {
    const [symbol] = this.#queue;
    if (symbol !== undefined) {
      this.#queue.delete(symbol);
      const putBack = (): void => {
        this.#queue.add(symbol);
      };
      return { key: symbol, work: () => this.#fill(symbol), putBack };
    }
    for (const timeframe of DEEP) {
      const shallow = [...this.#shallow[timeframe]].find((one) => !this.#failed.has(one));
      if (shallow === undefined) continue;
      this.#shallow[timeframe].delete(shallow);
      const putBack = (): void => {
        this.#shallow[timeframe].add(shallow);
      };
      const work = (): Promise<void> => this.#deepen({ symbol: shallow, timeframe }, putBack);
      return { key: `${shallow}|${timeframe}`, work, putBack };
    }
    return undefined;
  }

  #retryLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#cancelRetry ??= this.#options.scheduler.after(RETRY_MS, () => {
      this.#cancelRetry = undefined;
      for (const putBack of this.#failed.values()) putBack();
      this.#failed.clear();
      void this.#run();
    });
  }

  async #fill(symbol: string): Promise<void> {
    const { clock, gapOf, onFilled } = this.#options;
    const gapMs = gapOf(symbol);
    if (gapMs === undefined) return;
    const nowMs = clock.nowMs();
    for (const { timeframe, reachMs } of LATEST) {
      await this.#fillLayer({ symbol, timeframe }, { gapMs, reachMs, nowMs });
    }
    onFilled(symbol, candleStartMs('1m', nowMs));
    this.#tellDone(symbol, 'latest');
  }

  /** Stores the vendor's candles from the gap on; quotes build the current candle. */
  async #fillLayer(layer: Layer, { gapMs, reachMs, nowMs }: Missing): Promise<void> {
    const { spans } = this.#options;
    const { symbol, timeframe } = layer;
    const before = await spans.find(layer);
    const knownMs = before?.toMs ?? -Infinity;
    const missingMs = gapMs === -Infinity ? knownMs : Math.min(knownMs, gapMs);
    const fromMs = candleStartMs(timeframe, Math.max(missingMs, nowMs - reachMs));
    const toMs = candleStartMs(timeframe, nowMs);
    if (fromMs < toMs) {
      const range = { symbol, timeframe, fromMs, toMs };
      const isMade = timeframe === '5m';
      const candles = isMade ? await this.#makeOfMinutes(range) : await this.#ask(range);
      await spans.put(layer, candles, { fromMs, toMs });
    }
    const after = await spans.find(layer);
    const hasRestarted = after !== undefined && after.fromMs > (before?.fromMs ?? -Infinity);
    const isFirst = this.#stagesLeft.latest.has(symbol);
    const deep = DEEP.find((one) => one === timeframe);
    if (deep !== undefined && (isFirst || hasRestarted)) this.#shallow[deep].add(symbol);
  }

  /**
   * Continues backwards from the oldest complete candle, page by page; pauses if a gap needs
   * filling.
   */
  async #deepen(layer: Layer, goOnLater: () => void): Promise<void> {
    const { histories, spans, clock, scheduler } = this.#options;
    const { signal } = this.#closing;
    const { symbol, timeframe } = layer;
    const span = await spans.find(layer);
    const fromMs = candleStartMs(timeframe, clock.nowMs() - this.#depthMs);
    let toMs = span?.fromMs ?? -Infinity;
    const request = { symbol, timeframe, fromMs, toMs, signal };
    const pages = toMs <= fromMs ? [] : (histories.get(symbol)?.history(request) ?? []);
    for await (const page of pages) {
      for (let end = page.length; end > 0; end -= WINDOW_CANDLES) {
        const window = page.slice(Math.max(0, end - WINDOW_CANDLES), end);
        const oldestMs = window[0]?.startMs ?? toMs;
        await spans.put(layer, window, { fromMs: oldestMs, toMs });
        toMs = oldestMs;
        await pause(DEEP_PACE_MS, scheduler, signal);
      }
      if (signal.aborted) return;
      if (this.#queue.size > 0) {
        goOnLater();
        return;
      }
    }
    if (timeframe === '1m') this.#tellDone(symbol, 'year');
  }

  /**
   * Aggregates candles from stored minutes. Uses the vendor's candles only where the minutes begin
   * within the first candle.
   */
  async #makeOfMinutes(range: Omit<HistoryRequest, 'signal'>): Promise<readonly Candle[]> {
    const { store, spans } = this.#options;
    const { symbol, timeframe, fromMs, toMs } = range;
    const minutes = await spans.find({ symbol, timeframe: '1m' });
    const wholeMs = candleStartMs(
      timeframe,
      (minutes?.fromMs ?? toMs) + TIMEFRAME_MS[timeframe] - 1,
    );
    const madeFromMs = Math.min(Math.max(fromMs, wholeMs), toMs);
    const before = madeFromMs > fromMs ? await this.#ask({ ...range, toMs: madeFromMs }) : [];
    const limit = (toMs - madeFromMs) / TIMEFRAME_MS['1m'];
    const request = { symbol, timeframe: '1m', fromMs: madeFromMs, toMs, limit } as const;
    return [...before, ...aggregateCandles(await store.list(request), timeframe)];
  }

  async #ask(request: Omit<HistoryRequest, 'signal'>): Promise<readonly Candle[]> {
    const { signal } = this.#closing;
    const source = this.#options.histories.get(request.symbol);
    const pages: (readonly Candle[])[] = [];
    for await (const page of source?.history({ ...request, signal }) ?? []) pages.unshift(page);
    return pages.flat();
  }

  #tellDone(symbol: string, stage: BackfillProgress['stage']): void {
    const left = this.#stagesLeft[stage];
    if (!left.delete(symbol)) return;
    const symbolsTotal = this.#options.histories.size;
    const symbolsDone = symbolsTotal - left.size;
    this.#options.onProgress({ symbol, stage, symbolsDone, symbolsTotal });
  }
}

type Task = {
  readonly key: string;
  readonly work: () => Promise<void>;
  readonly putBack: () => void;
};

type Missing = { readonly gapMs: number; readonly reachMs: number; readonly nowMs: number };
