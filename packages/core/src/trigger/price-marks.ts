// Finds the price alerts that a quote of a symbol reaches without checking the others: one heap per
// side of the quote and direction. A quote that reaches none costs four comparisons, however many
// alerts there are.
import { assert } from '#assertion/assertion.ts';
import type { Direction, Points, Quote } from '#instrument/instrument.ts';
import type { CalmRange } from './calm-range.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

/** The direction in which the price moves to the mark. */
export const MARK_SENSES = ['rises', 'falls'] as const;
export type MarkSense = (typeof MARK_SENSES)[number];

export type PriceMark = {
  readonly id: number;
  /** The watched price: buy is the ask, sell is the bid. */
  readonly side: Direction;
  readonly sense: MarkSense;
  readonly points: Points;
};

type Watch = {
  readonly side: Direction;
  readonly sense: MarkSense;
  /** The sign that mirrors falls: a falling price is treated as a rise of prices times −1. */
  readonly sign: 1 | -1;
  readonly heap: ThresholdHeap;
};

const NONE_REACHED: readonly never[] = [];

/** The watched prices of one symbol, each until it is reached once. */
export class PriceMarks<Mark extends PriceMark = PriceMark> {
  readonly #slots = new Map<number, number>();
  readonly #marks: (Mark | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  readonly #watches: readonly Watch[];
  readonly #buyRises: ThresholdHeap;
  readonly #buyFalls: ThresholdHeap;
  readonly #sellRises: ThresholdHeap;
  readonly #sellFalls: ThresholdHeap;

  /** Each change outdates `calm`. */
  constructor(calm?: CalmRange) {
    // A mark is in exactly one heap.
    const places = new SlotPlaces();
    const watch = (side: Direction, sense: MarkSense, sign: 1 | -1): Watch => {
      return { side, sense, sign, heap: new ThresholdHeap(places, calm) };
    };
    const [buyRises, buyFalls] = [watch('buy', 'rises', 1), watch('buy', 'falls', -1)];
    const [sellRises, sellFalls] = [watch('sell', 'rises', 1), watch('sell', 'falls', -1)];
    this.#watches = [buyRises, buyFalls, sellRises, sellFalls];
    this.#buyRises = buyRises.heap;
    this.#buyFalls = buyFalls.heap;
    this.#sellRises = sellRises.heap;
    this.#sellFalls = sellFalls.heap;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The bounds, exclusive, between which a price of this side reaches no mark. */
  boundsOf(side: Direction): { readonly above: number; readonly below: number } {
    const rises = side === 'buy' ? this.#buyRises : this.#sellRises;
    const falls = side === 'buy' ? this.#buyFalls : this.#sellFalls;
    return { above: 0 - falls.firstKey, below: rises.firstKey };
  }

  /** Adds a mark; an existing mark stays, because marks never change. */
  put(mark: Mark): void {
    if (this.#slots.has(mark.id)) return;
    const slot = this.#freeSlots.pop() ?? this.#marks.length;
    this.#slots.set(mark.id, slot);
    this.#marks[slot] = mark;
    const { heap, sign } = this.#watchOf(mark);
    heap.put(slot, sign * mark.points);
  }

  /** Removes a mark if it is present. */
  remove(id: number): void {
    const slot = this.#slots.get(id);
    const mark = slot === undefined ? undefined : this.#marks[slot];
    if (slot === undefined || mark === undefined) return;
    this.#watchOf(mark).heap.remove(slot);
    this.#slots.delete(id);
    this.#marks[slot] = undefined;
    this.#freeSlots.push(slot);
  }

  /** Returns all marks, unordered. */
  list(): readonly Mark[] {
    return this.#marks.filter((mark) => mark !== undefined);
  }

  /**
   * Returns whether any mark is at or beyond these prices, with four comparisons and no allocation.
   */
  isReached(buyPrice: number, sellPrice: number): boolean {
    return (
      this.#buyRises.firstKey <= buyPrice ||
      this.#buyFalls.firstKey <= 0 - buyPrice ||
      this.#sellRises.firstKey <= sellPrice ||
      this.#sellFalls.firstKey <= 0 - sellPrice
    );
  }

  /** Returns the marks at or beyond this quote of the symbol, unordered. */
  listReached(quote: Quote): readonly Mark[] {
    let slots: number[] | undefined;
    for (const { side, sign, heap } of this.#watches) {
      const key = sign * (side === 'buy' ? quote.askPoints : quote.bidPoints);
      if (heap.firstKey > key) continue;
      slots ??= [];
      heap.collectReached(key, slots);
    }
    if (slots === undefined) return NONE_REACHED;
    return slots.flatMap((slot) => this.#marks[slot] ?? []);
  }

  /** Returns the marks at or beyond this quote and removes them. */
  takeReached(quote: Quote): readonly Mark[] {
    const reached = this.listReached(quote);
    for (const { id } of reached) this.remove(id);
    return reached;
  }

  #watchOf({ side, sense }: PriceMark): Watch {
    const found = this.#watches.find((watch) => watch.side === side && watch.sense === sense);
    assert(found !== undefined, 'each side is watched both ways');
    return found;
  }
}
