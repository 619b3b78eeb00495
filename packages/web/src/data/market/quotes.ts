// A store of quotes outside React. A cell subscribes to one symbol. Changes are rendered in
// animation frames, each symbol at most every REPAINT_INTERVAL_MS, so that figures are readable.
import type { PriceBook } from '@halyard/contract/live';
import type { LiveQuote } from '@halyard/contract/market';
import { createSubject, type Observable } from '../http/observable.ts';

export const REPAINT_INTERVAL_MS = 250;
/**
 * The maximum number of symbols per frame, so that clicks are not delayed when more change at once.
 * It covers what most pages show: each frame costs a layout and a paint of the page, which takes
 * far longer than rendering the cells.
 */
export const SYMBOLS_PER_FRAME_MAX = 64;

export type PaintSchedule = {
  /** Returns the time of a monotonic clock. */
  now(): number;
  /** Runs once in the next animation frame; returns a function that cancels it. */
  inFrame(run: () => void): () => void;
  after(delayMs: number, run: () => void): () => void;
};

type Cell = {
  painted: LiveQuote | undefined;
  pending: LiveQuote | undefined;
  paintedAtMs: number;
  readonly listeners: Set<() => void>;
};

export class QuoteStore {
  readonly #schedule: PaintSchedule;
  readonly #cells = new Map<string, Cell>();
  readonly #pending = new Set<Cell>();
  readonly #liveSymbols = createSubject<ReadonlySet<string> | undefined>(undefined);
  readonly #paused = createSubject(false);
  #onShown: ((symbol: string, isShown: boolean) => void) | undefined;
  #cancelPaint: (() => void) | undefined;
  #paints = 0;

  constructor(schedule: PaintSchedule = browserSchedule) {
    this.#schedule = schedule;
  }

  /**
   * The symbols that can be traded now, as a set that is replaced on change; undefined until the
   * first price.
   */
  get liveSymbols(): Observable<ReadonlySet<string> | undefined> {
    return this.#liveSymbols;
  }

  /** Whether the customer has paused live prices; pending changes are rendered afterwards. */
  get paused(): Observable<boolean> {
    return this.#paused;
  }

  setPaused(isPaused: boolean): void {
    this.#paused.set(isPaused);
    if (isPaused) this.close();
    else if (this.#pending.size > 0) this.#paintInFrame();
  }

  /** Returns a counter that increases with every render. */
  get paints(): number {
    return this.#paints;
  }

  /** Replaces all quotes: a missing symbol has no price. */
  replace(book: PriceBook): void {
    for (const [symbol, cell] of this.#cells) {
      if (Object.hasOwn(book, symbol)) continue;
      cell.pending = undefined;
      this.#pending.add(cell);
    }
    this.accept(book);
  }

  /** Applies changes. */
  accept(book: PriceBook): void {
    for (const [symbol, quote] of Object.entries(book)) {
      const cell = this.#cell(symbol);
      cell.pending = quote;
      this.#pending.add(cell);
    }
    if (this.#pending.size > 0) this.#paintInFrame();
  }

  /** Returns the displayed quote, which an order refers to as the price that the customer saw. */
  get(symbol: string): LiveQuote | undefined {
    return this.#cells.get(symbol)?.painted;
  }

  subscribe(symbol: string, listener: () => void): () => void {
    const { listeners } = this.#cell(symbol);
    listeners.add(listener);
    if (listeners.size === 1) this.#onShown?.(symbol, true);
    return () => {
      const isLast = listeners.delete(listener) && listeners.size === 0;
      if (isLast) this.#onShown?.(symbol, false);
    };
  }

  /** Returns the symbols that something on the page subscribes to. */
  shown(): readonly string[] {
    return [...this.#cells].flatMap(([symbol, { listeners }]) =>
      listeners.size > 0 ? [symbol] : [],
    );
  }

  /** Calls when the first subscription of a symbol begins, and when its last one ends. */
  onShown(listener: (symbol: string, isShown: boolean) => void): void {
    this.#onShown = listener;
  }

  /** Stops rendering until the next quotes. */
  close(): void {
    this.#cancelPaint?.();
    this.#cancelPaint = undefined;
  }

  #cell(symbol: string): Cell {
    const known = this.#cells.get(symbol);
    if (known !== undefined) return known;
    const cell: Cell = {
      painted: undefined,
      pending: undefined,
      paintedAtMs: Number.NEGATIVE_INFINITY,
      listeners: new Set(),
    };
    this.#cells.set(symbol, cell);
    return cell;
  }

  #paintInFrame(): void {
    if (this.#paused.current()) return;
    this.#cancelPaint?.();
    this.#cancelPaint = this.#schedule.inFrame(() => {
      this.#cancelPaint = undefined;
      this.#paint();
    });
  }

  #paint(): void {
    const nowMs = this.#schedule.now();
    const due = [...this.#pending]
      .filter((cell) => waitMs(cell, nowMs) <= 0)
      .slice(0, SYMBOLS_PER_FRAME_MAX);
    for (const cell of due) {
      this.#pending.delete(cell);
      cell.painted = cell.pending;
      cell.paintedAtMs = nowMs;
    }
    this.#paints += 1;
    this.#refreshLiveSymbols();
    // A set, because the figures of the account listen to every symbol with the same function.
    const listeners = new Set(due.flatMap((cell) => [...cell.listeners]));
    for (const listener of listeners) listener();
    if (this.#pending.size === 0 || this.#cancelPaint !== undefined) return;
    const delayMs = Math.min(...[...this.#pending].map((cell) => waitMs(cell, nowMs)));
    if (delayMs <= 0) {
      this.#paintInFrame();
      return;
    }
    this.#cancelPaint = this.#schedule.after(delayMs, () => {
      this.#paintInFrame();
    });
  }

  #refreshLiveSymbols(): void {
    const live = new Set<string>();
    for (const [symbol, cell] of this.#cells) if (cell.painted?.state === 'live') live.add(symbol);
    const known = this.#liveSymbols.current();
    const isSame = live.size === known?.size && [...live].every((symbol) => known.has(symbol));
    if (!isSame) this.#liveSymbols.set(live);
  }
}

function waitMs(cell: Cell, nowMs: number): number {
  return cell.paintedAtMs + REPAINT_INTERVAL_MS - nowMs;
}

export const browserSchedule: PaintSchedule = {
  now: () => performance.now(),
  inFrame(run) {
    const frame = requestAnimationFrame(run);
    return () => {
      cancelAnimationFrame(frame);
    };
  },
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};
