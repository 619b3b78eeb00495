// The trailing stops of one direction of a symbol. Stops that have seen the same best price differ
// only in their distances, so they form a group with a heap by distance. A new best price merges
// all groups that lie behind it into one; a returning price is compared with the nearest stop of
// each group.
import { assert } from '#assertion/assertion.ts';
import type { CalmRange } from './calm-range.ts';
import { NO_SLOT, SlotForest } from './slot-forest.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

/**
 * The best price that a trailing stop has seen, in points times the sign of the direction, and the
 * sequence number of its quote.
 */
export type Best = { readonly price: number; readonly sequence: number };
/** The sequence number of a best price that the stop started with: no quote has moved it yet. */
export const NOT_MOVED = 0;

type Group = {
  best: Best;
  /** The root of the group's heap by distance. */
  root: number;
  size: number;
};

const NO_GROUP = -1;
const CAPACITY_MIN = 16;

/**
 * Groups of trailing stops by best price. Prices are multiplied by the sign of the direction, so
 * that a higher one is better.
 */
export class TrailGroups {
  readonly #forest = new SlotForest();
  /** The group that each slot belongs to. */
  #groupOf = new Int32Array(CAPACITY_MIN).fill(NO_GROUP);
  readonly #groups: (Group | undefined)[] = [];
  readonly #freeGroups: number[] = [];
  readonly #byPrice = new Map<number, number>();
  /** The groups by best price, first the group whose best price a better price passes first. */
  readonly #behind: ThresholdHeap;
  /** Groups by their nearest stop; the key increases as the stop falls. */
  readonly #stops: ThresholdHeap;
  readonly #moved = new Set<number>();
  #size = 0;

  constructor(calm?: CalmRange) {
    this.#behind = new ThresholdHeap(new SlotPlaces(), calm);
    this.#stops = new ThresholdHeap(new SlotPlaces(), calm);
  }

  get size(): number {
    return this.#size;
  }

  /** The lowest best price; a better one moves stops. Infinity if there are no stops. */
  get firstBest(): number {
    return this.#behind.firstKey;
  }

  /** The highest stop; −Infinity if there are none. */
  get firstStop(): number {
    return 0 - this.#stops.firstKey;
  }

  get hasMoved(): boolean {
    return this.#moved.size > 0;
  }

  get groupCount(): number {
    return this.#byPrice.size;
  }

  /** Adds a slot that is not present. */
  add(slot: number, distance: number, best: Best): void {
    if (slot >= this.#groupOf.length) this.#grow(slot + 1);
    assert(this.#groupOf[slot] === NO_GROUP, 'a trailing stop is added once');
    this.#forest.plant(slot, distance);
    const known = this.#byPrice.get(best.price);
    const index = known ?? this.#open(best);
    const group = this.#at(index);
    this.#groupOf[slot] = index;
    // Keeps the latest sequence number, so that the order in which stops are added does not matter.
    if (group.best.sequence < best.sequence) group.best = best;
    group.root = this.#forest.meld(group.root, slot);
    group.size += 1;
    this.#size += 1;
    this.#place(index, group);
  }

  /** Removes a slot if it is present. */
  remove(slot: number): void {
    const index = this.#groupOf[slot] ?? NO_GROUP;
    if (index === NO_GROUP) return;
    const group = this.#at(index);
    this.#groupOf[slot] = NO_GROUP;
    group.root = this.#forest.cut(group.root, slot);
    group.size -= 1;
    this.#size -= 1;
    if (group.size === 0) this.#release(index, group);
    else this.#place(index, group);
  }

  /** Returns the best price that a present slot has seen. */
  bestOf(slot: number): Best {
    return this.#at(this.#groupOf[slot] ?? NO_GROUP).best;
  }

  has(price: number): boolean {
    return this.#byPrice.has(price);
  }

  /** Moves all stops whose best price is worse than this one. */
  accept(best: Best): void {
    if (this.#behind.firstKey >= best.price) return;
    let index = this.#byPrice.get(best.price) ?? NO_GROUP;
    while (this.#behind.firstKey < best.price) {
      const behind = this.#behind.firstSlot;
      this.#behind.remove(behind);
      index = index === NO_GROUP ? behind : this.#merge(index, behind);
    }
    const group = this.#at(index);
    this.#byPrice.delete(group.best.price);
    group.best = best;
    this.#byPrice.set(best.price, index);
    this.#moved.add(index);
    this.#place(index, group);
  }

  isReached(price: number): boolean {
    return this.#stops.firstKey <= 0 - price;
  }

  /** Appends the slots whose stops are at or above the price, unordered. */
  collectReached(price: number, into: number[]): void {
    if (!this.isReached(price)) return;
    const reached: number[] = [];
    this.#stops.collectReached(0 - price, reached);
    for (const index of reached) {
      const { best, root } = this.#at(index);
      this.#forest.forEachUpTo(root, best.price - price, (slot) => into.push(slot));
    }
  }

  /**
   * Returns the best prices that groups have moved to since the last `settle`, in the order of the
   * quotes.
   */
  listMoved(): readonly Best[] {
    return [...this.#moved]
      .map((index) => this.#at(index).best)
      .toSorted((one, other) => one.sequence - other.sequence);
  }

  settle(): void {
    this.#moved.clear();
  }

  #open(best: Best): number {
    const index = this.#freeGroups.pop() ?? this.#groups.length;
    this.#groups[index] = { best, root: NO_SLOT, size: 0 };
    this.#byPrice.set(best.price, index);
    return index;
  }

  #place(index: number, { best, root }: Group): void {
    this.#behind.put(index, best.price);
    this.#stops.put(index, this.#forest.keyOf(root) - best.price);
  }

  /**
   * Merges two groups and returns the remaining one. Only slots of the smaller group are moved, so
   * a slot is moved at most log n times.
   */
  #merge(one: number, other: number): number {
    const [first, second] = [this.#at(one), this.#at(other)];
    if (first.size < second.size) return this.#merge(other, one);
    this.#forest.forEachUpTo(second.root, Number.POSITIVE_INFINITY, (slot) => {
      this.#groupOf[slot] = one;
    });
    first.root = this.#forest.meld(first.root, second.root);
    first.size += second.size;
    this.#release(other, second);
    return one;
  }

  #release(index: number, { best }: Group): void {
    this.#byPrice.delete(best.price);
    this.#behind.remove(index);
    this.#stops.remove(index);
    this.#moved.delete(index);
    this.#groups[index] = undefined;
    this.#freeGroups.push(index);
  }

  #at(index: number): Group {
    const group = this.#groups[index];
    assert(group !== undefined, 'a trailing stop is in a group');
    return group;
  }

  #grow(needed: number): void {
    const longer = new Int32Array(Math.max(this.#groupOf.length * 2, needed)).fill(NO_GROUP);
    longer.set(this.#groupOf);
    this.#groupOf = longer;
  }
}
