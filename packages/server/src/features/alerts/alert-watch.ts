// The alerts that wait, in memory. It hears each accepted quote after the engine did, and costs a look
// at one map and four comparisons unless something is reached. What is reached is only put aside
// here: writing and telling it is done later.
import type { Points, Quote } from '@halyard/core/instrument';
import { PriceMarks } from '@halyard/core/trigger';
import type { PriceMark } from '@halyard/core/trigger';

export type WatchedAlert = PriceMark & { readonly symbol: string };
export type ReachedAlert = {
  readonly id: number;
  readonly atMs: number;
  readonly points: Points;
};

export class AlertWatch {
  readonly #marks = new Map<string, PriceMarks>();
  #reached: ReachedAlert[] = [];

  put({ symbol, id, side, sense, points }: WatchedAlert): void {
    const marks = this.#marks.get(symbol) ?? new PriceMarks();
    this.#marks.set(symbol, marks);
    marks.put({ id, side, sense, points });
  }

  remove({ symbol, id }: Pick<WatchedAlert, 'symbol' | 'id'>): void {
    this.#marks.get(symbol)?.remove(id);
  }

  /** Whether the quote reaches something, each alert once. */
  accept(quote: Quote): boolean {
    const reached = this.#marks.get(quote.symbol)?.takeReached(quote) ?? [];
    if (reached.length === 0) return false;
    const atMs = quote.receivedAtMs;
    for (const { id, side } of reached) {
      const points = side === 'buy' ? quote.buyPoints : quote.sellPoints;
      this.#reached.push({ id, atMs, points });
    }
    return true;
  }

  /** What was reached and not yet told, the first ones first. */
  listReached(limit: number): readonly ReachedAlert[] {
    return this.#reached.slice(0, limit);
  }

  /** Forgets so many of them, the first ones. */
  dropReached(count: number): void {
    this.#reached = this.#reached.slice(count);
  }
}
