// Pending alerts in memory. It receives each accepted quote after the engine; a quote that reaches
// no alert costs a map lookup and four comparisons. Reached alerts are only collected here and
// processed later.
import { SPLIT_SOURCE } from '@halyard/core/instrument';
import type { Points, Quote } from '@halyard/core/instrument';
import { PriceMarks, splitMark } from '@halyard/core/trigger';
import type { PriceMark } from '@halyard/core/trigger';
import { HeldQuotes } from './held-quotes.ts';
import type { Split, StoredSplit } from './split-store.ts';

/** A pending alert with its price as set, and the number of the symbol's splits at that time. */
export type WatchedAlert = PriceMark & {
  readonly symbol: string;
  readonly splitsBefore: number;
};
export type ReachedAlert = {
  readonly id: number;
  readonly atMs: number;
  /** The watched price after this many splits of the symbol. */
  readonly markPoints: Points;
  readonly splits: number;
  /** The price of the quote that reached the alert. */
  readonly points: Points;
};

type Mark = PriceMark & { readonly setPoints: Points; readonly splitsBefore: number };
type Watched = {
  readonly marks: PriceMarks<Mark>;
  /**
   * The splits of the symbol in order: first those read from the database, then those known only
   * from events.
   */
  readonly splits: readonly (Split | StoredSplit)[];
};

/** Watches pending alerts. Until the first `settle` it only collects quotes. */
export class AlertWatch {
  readonly #watched = new Map<string, Watched>();
  readonly #held = new HeldQuotes();
  #reached: ReachedAlert[] = [];
  #lastSplitId = 0;
  #holds = 1;
  #settled = 0;

  /** Returns the number of calls of `hold`. */
  get holds(): number {
    return this.#holds;
  }

  /** Returns the id of the last split that was read. */
  get lastSplitId(): number {
    return this.#lastSplitId;
  }

  put({ symbol, id, side, sense, points: setPoints, splitsBefore }: WatchedAlert): void {
    const { marks, splits } = this.#watch(symbol);
    marks.put(markOf({ id, side, sense, setPoints, splitsBefore }, splits));
  }

  remove({ symbol, id }: Pick<WatchedAlert, 'symbol' | 'id'>): void {
    this.#watched.get(symbol)?.marks.remove(id);
  }

  /** Records a split that the engine has just committed. */
  hearSplit(split: Split): void {
    const { splits } = this.#watch(split.symbol);
    if (splits.some(({ sequence }) => sequence === split.sequence)) return;
    this.#setSplits(split.symbol, [...splits, split]);
  }

  /** Adds splits as they were read, in order, each once. */
  noteSplits(read: readonly StoredSplit[]): void {
    for (const symbol of new Set(read.map((split) => split.symbol))) {
      const fresh = read.filter((split) => split.symbol === symbol);
      const { splits } = this.#watch(symbol);
      const heard = splits.filter(
        (split) => !('id' in split) && fresh.every(({ sequence }) => sequence !== split.sequence),
      );
      this.#setSplits(symbol, [...splits.filter((split) => 'id' in split), ...fresh, ...heard]);
    }
    this.#lastSplitId = read.at(-1)?.id ?? this.#lastSplitId;
  }

  /**
   * Collects quotes from now on without comparing them, because another program may have applied
   * splits.
   */
  hold(): void {
    this.#holds += 1;
  }

  /**
   * Compares the collected quotes, unless `hold` was called again since; returns true if an alert
   * is reached.
   */
  settle(holds: number): boolean {
    if (holds !== this.#holds) return false;
    this.#settled = holds;
    return this.#held
      .take()
      .map((quote) => this.accept(quote))
      .includes(true);
  }

  /** Returns whether the quote reaches an alert; each alert fires once. */
  accept(quote: Quote): boolean {
    // A split's own quote reaches no alert, even if the split is not known here yet.
    if (quote.source === SPLIT_SOURCE) return false;
    if (this.#settled !== this.#holds) {
      this.#held.note(quote);
      return false;
    }
    const watched = this.#watched.get(quote.symbol);
    if (watched === undefined) return false;
    const { marks, splits } = watched;
    const atMs = quote.receivedAtMs;
    // A quote from before the split is ignored: the market can still send one.
    if (atMs <= (splits.at(-1)?.atMs ?? -Infinity)) return false;
    const reached = marks.takeReached(quote);
    if (reached.length === 0) return false;
    for (const { id, side, points: markPoints } of reached) {
      const points = side === 'buy' ? quote.askPoints : quote.bidPoints;
      this.#reached.push({ id, atMs, markPoints, splits: splits.length, points });
    }
    return true;
  }

  /** Returns reached alerts that were not processed yet, oldest first. */
  listReached(limit: number): readonly ReachedAlert[] {
    return this.#reached.slice(0, limit);
  }

  /** Removes this many reached alerts, oldest first. */
  dropReached(count: number): void {
    this.#reached = this.#reached.slice(count);
  }

  #watch(symbol: string): Watched {
    const known = this.#watched.get(symbol);
    if (known !== undefined) return known;
    const first = { marks: new PriceMarks<Mark>(), splits: [] };
    this.#watched.set(symbol, first);
    return first;
  }

  #setSplits(symbol: string, splits: Watched['splits']): void {
    const marks = new PriceMarks<Mark>();
    for (const mark of this.#watch(symbol).marks.list()) marks.put(markOf(mark, splits));
    this.#watched.set(symbol, { marks, splits });
  }
}

function markOf(mark: Omit<Mark, 'points'>, splits: Watched['splits']): Mark {
  const { id, side, sense, setPoints, splitsBefore } = mark;
  const points = splitMark({ sense, points: setPoints }, splits.slice(splitsBefore));
  return { id, side, sense, points, setPoints, splitsBefore };
}
