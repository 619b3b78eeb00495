// Candles of real prices: from accepted quotes, and before the first quote from the vendor. Minutes
// are stored when they end; hours and five-minute candles when their last minute is stored. Missing
// candles are read from the vendor:
//
// 1. At the start every symbol has a gap back to where its layers are complete (see spans.ts), or
// as far as back-fill.ts says.
//
// 2. A disconnection opens a gap. The minute in which quotes resume is incomplete and belongs to
// it.
//
// 3. After that minute the gap is filled up to the present; the vendor's candles replace the stored
// ones. If the vendor is unavailable, the request is retried later.
//
// 4. While a symbol has a gap, none of its minutes are stored, so a crash can't leave a hole in a
// complete span.
import { MINUTE_MS } from '@halyard/core/time';
import { aggregateCandles, candleStartMs } from '#candle/candle.ts';
import type { Candle, CandleRequest } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Quote } from '@halyard/core/instrument';
import { BackFill } from './back-fill.ts';
import type { BackfillProgress, HistorySource } from './back-fill.ts';
import type { CandleStore } from './candle-store.ts';
import { readLayers } from './layers.ts';
import { createMinuteBuilder } from './minute-builder.ts';
import type { FinishedMinute } from './minute-builder.ts';
import { Spans } from './spans.ts';

export type { BackfillProgress, HistorySource } from './back-fill.ts';
export { createMemoryCandleStore } from './candle-store.ts';
export type { CandleStore, Layer, Span, StoredBounds } from './candle-store.ts';
export { importCandles } from './import-candles.ts';
export type { ImportOptions, ImportProgress, ImportResult } from './import-candles.ts';

// How long after a minute's end it is stored, because its last quote may still be arriving.
const FLUSH_AFTER_MS = 1_500;
// How many minutes per symbol are kept in memory while they can't be stored.
const UNSAVED_MAX = 1_440;

export type CandleBookOptions = {
  /** The symbols and the source of their history. */
  readonly histories: ReadonlyMap<string, HistorySource>;
  readonly store: CandleStore;
  /** How far back minutes are read; default twelve months. */
  readonly depthMs?: number;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly onProgress: (progress: BackfillProgress) => void;
  readonly onError: (error: unknown) => void;
};

/** Builds candles from quotes, tracks each symbol's gap, and owns the timers. */
export class CandleBook {
  readonly #options: CandleBookOptions;
  readonly #builder = createMinuteBuilder();
  readonly #spans: Spans;
  readonly #backFill: BackFill;
  readonly #unsaved = new Map<string, readonly Candle[]>();
  /** When each symbol's gap begins. */
  readonly #gaps = new Map<string, number>();
  readonly #quotedAtMs = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();
  #cancelFlush: (() => void) | undefined;

  constructor(options: CandleBookOptions) {
    this.#options = options;
    this.#spans = new Spans(options.store);
    this.#backFill = new BackFill({
      ...options,
      spans: this.#spans,
      gapOf: (symbol) => this.#gaps.get(symbol),
      onFilled: (symbol, untilMs) => this.#closeGap(symbol, untilMs),
    });
  }

  open(): void {
    for (const symbol of this.#options.histories.keys()) {
      this.#builder.interrupt(symbol);
      this.#gaps.set(symbol, -Infinity);
    }
    this.#planFlush();
    for (const symbol of this.#options.histories.keys()) this.#backFill.add(symbol);
  }

  /** Stops the timers and requests, and stores the finished minutes. */
  async close(): Promise<void> {
    this.#backFill.close();
    this.#cancelFlush?.();
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

  /** Opens a gap: quotes of the symbol may have been missed since the last one. */
  interrupt(symbol: string): void {
    if (!this.has(symbol)) return;
    this.#builder.interrupt(symbol);
    const sinceMs = this.#quotedAtMs.get(symbol) ?? this.#options.clock.nowMs();
    this.#openGap(symbol, candleStartMs('1m', sinceMs));
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
        const endMs = (candles.at(-1)?.startMs ?? -Infinity) + MINUTE_MS;
        await this.#spans.extend({ symbol, timeframe: '1m' }, candles, endMs);
        this.#unsaved.delete(symbol);
      }
      await this.#rollHours(candleStartMs('1h', nowMs));
    } catch (error) {
      this.#options.onError(error);
    }
  }

  // Keeps a finished minute for storage. An incomplete one is shown until the vendor's candle
  // replaces it.
  #keep({ symbol, candle, isWhole }: FinishedMinute): void {
    const gapMs = this.#gaps.get(symbol);
    const isMissing = gapMs !== undefined && gapMs < candle.startMs + MINUTE_MS;
    if (!isWhole && !isMissing) return;
    const unsaved = [...(this.#unsaved.get(symbol) ?? []), candle];
    const [oldest] = unsaved;
    const isFull = unsaved.length > UNSAVED_MAX && oldest !== undefined;
    if (isFull) this.#openGap(symbol, oldest.startMs);
    this.#unsaved.set(symbol, unsaved.slice(-UNSAVED_MAX));
    if (!isWhole || isFull) this.#backFill.add(symbol);
  }

  #openGap(symbol: string, fromMs: number): void {
    this.#gaps.set(symbol, Math.min(this.#gaps.get(symbol) ?? fromMs, fromMs));
  }

  #closeGap(symbol: string, filledMs: number): void {
    // For an incomplete minute the vendor's candle is read instead of storing our own.
    const unsaved = this.#unsaved.get(symbol) ?? [];
    const newer = unsaved.filter(({ startMs }) => startMs >= filledMs);
    this.#unsaved.set(symbol, newer);
    const partialMs = this.#builder.lastPartialMs(symbol);
    if (partialMs < filledMs) this.#gaps.delete(symbol);
    else this.#gaps.set(symbol, filledMs);
  }

  /**
   * Aggregates the hours and five-minute candles that have ended from stored minutes, and stores
   * them.
   */
  async #rollHours(untilMs: number): Promise<void> {
    const { store, histories } = this.#options;
    for (const symbol of histories.keys()) {
      if (this.#gaps.has(symbol)) continue;
      for (const timeframe of ['5m', '1h'] as const) {
        const layer = { symbol, timeframe };
        const fromMs = (await this.#spans.find(layer))?.toMs ?? untilMs;
        if (fromMs >= untilMs) continue;
        const limit = (untilMs - fromMs) / MINUTE_MS;
        const range = { symbol, timeframe: '1m', fromMs, toMs: untilMs, limit } as const;
        const minutes = await store.list(range);
        await this.#spans.extend(layer, aggregateCandles(minutes, timeframe), untilMs);
      }
    }
  }
}
