// The trailing stops of one direction of a symbol. All that have seen the same best price differ in
// their distances alone, so they form a group with a heap by distance: a new extreme makes one group of
// all that lie behind it, and a price that comes back is compared with the nearest stop of all groups.
import { assert } from '#assertion/assertion.ts';
import { NO_SLOT, SlotForest } from './slot-forest.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

/** The best price that a trailing stop has seen, in points times the sign, and the quote of it. */
export type Best = { readonly price: number; readonly sequence: number };
/** The sequence of a best price that a trailing stop began with: no quote has moved it there. */
export const NOT_MOVED = 0;

type Group = {
  best: Best;
  /** Of the heap by distance. */
  root: number;
  size: number;
};

const NO_GROUP = -1;
const CAPACITY_MIN = 16;

/** Prices are times the sign of the direction: a higher one is better. */
export class TrailGroups {
  readonly #forest = new SlotForest();
  /** The group of each slot. */
  #groupOf = new Int32Array(CAPACITY_MIN).fill(NO_GROUP);
  readonly #groups: (Group | undefined)[] = [];
  readonly #freeGroups: number[] = [];
  readonly #byPrice = new Map<number, number>();
  /** The group that the next better price reaches first is the first. */
  readonly #behind = new ThresholdHeap(new SlotPlaces());
  /** By the nearest stop of each; its key grows as the stop falls. */
  readonly #stops = new ThresholdHeap(new SlotPlaces());
  readonly #moved = new Set<number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get groupCount(): number {
    return this.#byPrice.size;
  }

  /** Adds a slot, which is not there. */
  add(slot: number, distance: number, best: Best): void {
    if (slot >= this.#groupOf.length) this.#grow(slot + 1);
    assert(this.#groupOf[slot] === NO_GROUP, 'a trailing stop is added once');
    this.#forest.plant(slot, distance);
    const known = this.#byPrice.get(best.price);
    const index = known ?? this.#open(best);
    const group = this.#at(index);
    this.#groupOf[slot] = index;
    // Whatever the order in which they are added.
    if (group.best.sequence < best.sequence) group.best = best;
    group.root = this.#forest.meld(group.root, slot);
    group.size += 1;
    this.#size += 1;
    this.#place(index, group);
  }

  /** Takes a slot out, if it is there. */
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

  /** What a slot, which is there, has seen as the best. */
  bestOf(slot: number): Best {
    return this.#at(this.#groupOf[slot] ?? NO_GROUP).best;
  }

  has(price: number): boolean {
    return this.#byPrice.has(price);
  }

  /** Moves all that have seen nothing as good. */
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

  /** Appends the slots whose stops are at or above the price, in no order. */
  collectReached(price: number, into: number[]): void {
    if (!this.isReached(price)) return;
    const reached: number[] = [];
    this.#stops.collectReached(0 - price, reached);
    for (const index of reached) {
      const { best, root } = this.#at(index);
      this.#forest.forEachUpTo(root, best.price - price, (slot) => into.push(slot));
    }
  }

  /** What prices have moved groups to since `settle`, in the order of the quotes. */
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

  /** Each slot of the smaller is moved, so one is moved log n times at the most. Gives the group left. */
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
