// Candles of real prices: the accepted quotes' own from the first one on, and before that what the
// vendor has. Minutes are stored as they end, hours when the last of their minutes is stored. What
// was missed, before the start or while disconnected, is asked of the vendor:
//  1. At the start every symbol has a gap back to its newest stored candle, or HISTORY long.
//  2. A disconnection opens a gap; the minute in which quotes come again is not whole and belongs
//     to it.
//  3. Once that minute is over the gap is filled up to the present; the vendor's candles replace
//     what is stored of it. A vendor that cannot be asked is asked again later.
//  4. While a symbol has a gap none of its minutes are stored: what is stored never has a hole that
//     a crash could leave behind.
//  5. When every symbol has its hours and its latest minutes, twelve months of five minutes follow,
//     symbol by symbol. From then on they are stored with the hours.
import {
  aggregateCandles,
  candleStartMs,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  TIMEFRAME_MS,
} from '#candle/candle.ts';
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { HistoryRequest } from '#feed/feed.ts';
import type { Quote } from '@halyard/core/instrument';
import type { CandleStore } from './candle-store.ts';
import { readLayers } from './layers.ts';
import { createMinuteBuilder } from './minute-builder.ts';
import type { FinishedMinute } from './minute-builder.ts';

export { createMemoryCandleStore } from './candle-store.ts';
export type { CandleStore, StoredBounds } from './candle-store.ts';
export { importCandles } from './import-candles.ts';
export type { ImportOptions, ImportProgress, ImportResult } from './import-candles.ts';

/** How far back hours are asked for at the first start: over twelve months. */
const HOURS_BACK_MS = 400 * DAY_MS;
const MINUTES_BACK_MS = 7 * DAY_MS;
/** How far back five minutes are asked for. */
const DEPTH_MS = 366 * DAY_MS;

// The last quote of a minute may be on its way when the minute ends.
const FLUSH_AFTER_MS = 1_500;
const RETRY_MS = 60_000;
// So many candles are asked for and stored at a time.
const WINDOW_CANDLES = 1_000;
// Minutes that cannot be stored are held for so long.
const UNSAVED_MAX = 1_440;

export type BackfillProgress = {
  readonly symbol: string;
  readonly symbolsDone: number;
  readonly symbolsTotal: number;
};

export type CandleBookOptions = {
  /** The symbols, and who has their history. */
  readonly histories: ReadonlyMap<string, HistorySource>;
  readonly store: CandleStore;
  /** How far back five minutes go; twelve months when absent. */
  readonly depthMs?: number;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Hears of each symbol whose first back-fill is done. */
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onFault: (error: unknown) => void;
};

export type HistorySource = {
  history(request: HistoryRequest): AsyncIterable<readonly Candle[]>;
};

/** Owns the running candles, the gaps and the timers. */
export class CandleBook {
  readonly #options: CandleBookOptions;
  readonly #builder = createMinuteBuilder();
  readonly #unsaved = new Map<string, readonly Candle[]>();
  /** From when on candles are missing. */
  readonly #gaps = new Map<string, number>();
  readonly #quotedAtMs = new Map<string, number>();
  readonly #queue = new Set<string>();
  /** Those whose five minutes are still to be asked for. */
  readonly #shallow: Set<string>;
  readonly #depthMs: number;
  readonly #closing = new AbortController();
  #firstFillsLeft: Set<string>;
  #rolledUntilMs: number;
  #isFilling = false;
  #flushing: Promise<void> = Promise.resolve();
  #cancelFlush: (() => void) | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(options: CandleBookOptions) {
    this.#options = options;
    this.#firstFillsLeft = new Set(options.histories.keys());
    this.#shallow = new Set(options.histories.keys());
    this.#depthMs = options.depthMs ?? DEPTH_MS;
    this.#rolledUntilMs = candleStartMs('1h', options.clock.nowMs());
  }

  open(): void {
    for (const symbol of this.#options.histories.keys()) {
      this.#builder.interrupt(symbol);
      this.#gaps.set(symbol, -Infinity);
      this.#queue.add(symbol);
    }
    this.#planFlush();
    void this.#fillQueue();
  }

  /** Ends the timers and the asking, and stores the minutes that are over. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancelFlush?.();
    this.#cancelRetry?.();
    this.#flushing = this.#flushing.then(() => this.#flush());
    await this.#flushing;
  }

  has(symbol: string): boolean {
    return this.#options.histories.has(symbol);
  }

  note(quote: Quote): void {
    if (!this.has(quote.symbol)) return;
    this.#builder.note(quote);
    this.#quotedAtMs.set(quote.symbol, quote.receivedAtMs);
  }

  /** The symbol's quotes may have been missed since the last one. */
  interrupt(symbol: string): void {
    if (!this.has(symbol)) return;
    this.#builder.interrupt(symbol);
    const sinceMs = this.#quotedAtMs.get(symbol) ?? this.#options.clock.nowMs();
    const fromMs = candleStartMs('1m', sinceMs);
    this.#gaps.set(symbol, Math.min(this.#gaps.get(symbol) ?? fromMs, fromMs));
  }

  candles(request: CandleRequest): Promise<readonly Candle[]> {
    const { store, clock } = this.#options;
    const toMs = Math.min(request.toMs, clock.nowMs() + 1);
    return readLayers(store, this, { ...request, toMs });
  }

  recentMinutes(symbol: string): readonly Candle[] {
    return [...(this.#unsaved.get(symbol) ?? []), ...this.#builder.recent(symbol)];
  }

  #planFlush(): void {
    const { clock, scheduler } = this.#options;
    const sinceMinuteMs = (clock.nowMs() - FLUSH_AFTER_MS) % MINUTE_MS;
    this.#cancelFlush = scheduler.after(MINUTE_MS - sinceMinuteMs, () => {
      this.#planFlush();
      this.#flushing = this.#flushing.then(() => this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    for (const minute of this.#builder.takeFinished(nowMs)) this.#keep(minute);
    try {
      for (const [symbol, candles] of this.#unsaved) {
        if (this.#gaps.has(symbol)) continue;
        await this.#options.store.put(symbol, '1m', candles);
        this.#unsaved.delete(symbol);
      }
      await this.#rollHours(candleStartMs('1h', nowMs));
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  // What is not whole is shown until the vendor's candle has taken its place.
  #keep({ symbol, candle, isWhole }: FinishedMinute): void {
    const gapMs = this.#gaps.get(symbol);
    const isMissing = gapMs !== undefined && gapMs < candle.startMs + MINUTE_MS;
    if (!isWhole && !isMissing) return;
    const unsaved = [...(this.#unsaved.get(symbol) ?? []), candle];
    this.#unsaved.set(symbol, unsaved.slice(-UNSAVED_MAX));
    if (isWhole) return;
    this.#queue.add(symbol);
    void this.#fillQueue();
  }

  async #rollHours(untilMs: number): Promise<void> {
    const { store, histories } = this.#options;
    for (; this.#rolledUntilMs < untilMs; this.#rolledUntilMs += HOUR_MS) {
      const range = { fromMs: this.#rolledUntilMs, toMs: this.#rolledUntilMs + HOUR_MS };
      for (const symbol of histories.keys()) {
        if (this.#gaps.has(symbol)) continue;
        const minutes = await store.list({ symbol, timeframe: '1m', ...range, limit: 60 });
        if (!this.#shallow.has(symbol)) {
          await store.put(symbol, '5m', aggregateCandles(minutes, '5m'));
        }
        await store.put(symbol, '1h', aggregateCandles(minutes, '1h'));
      }
    }
  }

  async #fillQueue(): Promise<void> {
    if (this.#isFilling || this.#cancelRetry !== undefined) return;
    this.#isFilling = true;
    try {
      await this.#fillAll();
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#retryLater(error);
    }
    this.#isFilling = false;
  }

  /** What is missing goes before what is old; ends when nothing is left of either. */
  async #fillAll(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const [symbol] = this.#queue;
      const [shallow] = this.#shallow;
      if (symbol !== undefined) {
        // What is added while it is being filled is filled once more.
        this.#queue.delete(symbol);
        await this.#fill(symbol).catch((error: unknown) => {
          this.#queue.add(symbol);
          throw error;
        });
      } else if (shallow === undefined) return;
      else if (await this.#deepen(shallow)) this.#shallow.delete(shallow);
    }
  }

  /** True when the five minutes reach the present; false when something else is to be filled first. */
  async #deepen(symbol: string): Promise<boolean> {
    const nowMs = this.#options.clock.nowMs();
    const isUrgent = (): boolean => this.#queue.size > 0;
    const missing = { gapMs: -Infinity, reachMs: this.#depthMs, nowMs, isUrgent };
    const isWhole = await this.#fillLayer(symbol, '5m', missing);
    // An hour that was rolled meanwhile has none of them.
    return isWhole && candleStartMs('1h', nowMs) >= this.#rolledUntilMs;
  }

  #retryLater(error: unknown): void {
    this.#options.onFault(error);
    this.#cancelRetry = this.#options.scheduler.after(RETRY_MS, () => {
      this.#cancelRetry = undefined;
      void this.#fillQueue();
    });
  }

  async #fill(symbol: string): Promise<void> {
    const { clock } = this.#options;
    const gapMs = this.#gaps.get(symbol);
    if (gapMs === undefined) return;
    const nowMs = clock.nowMs();
    await this.#fillLayer(symbol, '1h', { gapMs, reachMs: HOURS_BACK_MS, nowMs });
    await this.#fillLayer(symbol, '1m', { gapMs, reachMs: MINUTES_BACK_MS, nowMs });
    if (!this.#shallow.has(symbol)) {
      // Of an hour with a gap none are rolled.
      const hourMs = candleStartMs('1h', gapMs);
      await this.#fillLayer(symbol, '5m', { gapMs: hourMs, reachMs: this.#depthMs, nowMs });
    }
    const filledMs = candleStartMs('1m', nowMs);
    // Of a minute that was cut short the vendor's candle is the better one.
    const unsaved = this.#unsaved.get(symbol) ?? [];
    const newer = unsaved.filter(({ startMs }) => startMs >= filledMs);
    this.#unsaved.set(symbol, newer);
    const partialMs = this.#builder.lastPartialMs(symbol);
    if (partialMs < filledMs) this.#gaps.delete(symbol);
    else this.#gaps.set(symbol, filledMs);
    if (!this.#firstFillsLeft.delete(symbol)) return;
    const symbolsTotal = this.#options.histories.size;
    const symbolsDone = symbolsTotal - this.#firstFillsLeft.size;
    this.#options.onProgress({ symbol, symbolsDone, symbolsTotal });
  }

  /**
   * Stores what the vendor has from the gap on; the candle under way is left to the quotes. Oldest
   * first, so that what a crash leaves behind has no hole. False when it ended for something urgent.
   */
  async #fillLayer(symbol: string, timeframe: Timeframe, missing: Missing): Promise<boolean> {
    const { store } = this.#options;
    const { gapMs, reachMs, nowMs, isUrgent } = missing;
    const known = gapMs === -Infinity ? await store.bounds(symbol, timeframe) : undefined;
    const wantedMs = Math.max(gapMs, known?.lastMs ?? -Infinity, nowMs - reachMs);
    const windowMs = WINDOW_CANDLES * TIMEFRAME_MS[timeframe];
    let fromMs = candleStartMs(timeframe, wantedMs);
    for (; fromMs < nowMs; fromMs += windowMs) {
      if (isUrgent?.() === true) return false;
      const toMs = Math.min(fromMs + windowMs, nowMs);
      const candles = await this.#ask({ symbol, timeframe, fromMs, toMs });
      const isOver = ({ startMs }: Candle): boolean => startMs + TIMEFRAME_MS[timeframe] <= nowMs;
      await store.put(symbol, timeframe, candles.filter(isOver));
    }
    return true;
  }

  async #ask(request: Omit<HistoryRequest, 'signal'>): Promise<readonly Candle[]> {
    const { signal } = this.#closing;
    const source = this.#options.histories.get(request.symbol);
    const pages: (readonly Candle[])[] = [];
    for await (const page of source?.history({ ...request, signal }) ?? []) pages.unshift(page);
    return pages.flat();
  }
}

type Missing = {
  readonly gapMs: number;
  readonly reachMs: number;
  readonly nowMs: number;
  /** Whether something else is to be asked first. */
  readonly isUrgent?: () => boolean;
};
