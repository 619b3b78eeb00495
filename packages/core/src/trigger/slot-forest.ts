// Pairing heaps of slots in typed arrays, the lowest key first: two heaps become one in a step, which
// arrays of one heap each could not.

const CAPACITY_MIN = 16;
/** In place of a slot: none. */
export const NO_SLOT = -1;

/** Heaps by their roots. A slot is in one heap at the most. */
export class SlotForest {
  #keys = new Float64Array(CAPACITY_MIN);
  #children = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);
  #nexts = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);
  /** The sibling before it, or the parent of a first child. */
  #previous = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);

  keyOf(slot: number): number {
    return this.#keys[slot] ?? Number.NaN;
  }

  /** Makes a heap of one slot, which is in none. */
  plant(slot: number, key: number): void {
    if (slot >= this.#keys.length) this.#grow(slot + 1);
    this.#keys[slot] = key;
    this.#children[slot] = NO_SLOT;
    this.#nexts[slot] = NO_SLOT;
    this.#previous[slot] = NO_SLOT;
  }

  /** Makes one heap of two, by their roots; gives its root. */
  meld(one: number, other: number): number {
    if (one === NO_SLOT) return other;
    if (other === NO_SLOT) return one;
    if (this.keyOf(other) < this.keyOf(one)) return this.meld(other, one);
    const first = this.#at(this.#children, one);
    this.#nexts[other] = first;
    if (first !== NO_SLOT) this.#previous[first] = other;
    this.#previous[other] = one;
    this.#children[one] = other;
    return one;
  }

  /** Takes a slot out of the heap of `root`; gives the root of what is left. */
  cut(root: number, slot: number): number {
    const rest = this.#meldSiblings(this.#at(this.#children, slot));
    if (slot === root) return rest;
    this.#replace(slot, rest);
    return root;
  }

  /** Calls `visit` with each slot of a heap whose key is at most `key`, in no order. */
  forEachUpTo(root: number, key: number, visit: (slot: number) => void): void {
    const waiting = [root];
    for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
      if (slot === NO_SLOT) continue;
      waiting.push(this.#at(this.#nexts, slot));
      if (this.keyOf(slot) > key) continue;
      visit(slot);
      waiting.push(this.#at(this.#children, slot));
    }
  }

  /** Two by two, then all from the last: what makes a removal cost O(log n) on average. */
  #meldSiblings(first: number): number {
    const pairs: number[] = [];
    let slot = first;
    while (slot !== NO_SLOT) {
      const second = this.#at(this.#nexts, slot);
      const after = second === NO_SLOT ? NO_SLOT : this.#at(this.#nexts, second);
      this.#detach(slot);
      if (second !== NO_SLOT) this.#detach(second);
      pairs.push(this.meld(slot, second));
      slot = after;
    }
    let root = NO_SLOT;
    for (const pair of pairs.toReversed()) root = this.meld(root, pair);
    return root;
  }

  /** Puts a heap, or nothing, where a slot stands that is no root: its keys are not below the slot's. */
  #replace(slot: number, heap: number): void {
    const before = this.#at(this.#previous, slot);
    const after = this.#at(this.#nexts, slot);
    const isFirst = this.#at(this.#children, before) === slot;
    const next = heap === NO_SLOT ? after : heap;
    if (isFirst) this.#children[before] = next;
    else this.#nexts[before] = next;
    if (heap !== NO_SLOT) {
      this.#previous[heap] = before;
      this.#nexts[heap] = after;
    }
    if (after !== NO_SLOT) this.#previous[after] = heap === NO_SLOT ? before : heap;
    this.#detach(slot);
  }

  #detach(slot: number): void {
    this.#nexts[slot] = NO_SLOT;
    this.#previous[slot] = NO_SLOT;
  }

  #at(links: Int32Array, slot: number): number {
    return links[slot] ?? NO_SLOT;
  }

  #grow(needed: number): void {
    const capacity = Math.max(this.#keys.length * 2, needed);
    const keys = new Float64Array(capacity);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#children = grown(this.#children, capacity);
    this.#nexts = grown(this.#nexts, capacity);
    this.#previous = grown(this.#previous, capacity);
  }
}

function grown(links: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(capacity).fill(NO_SLOT);
  longer.set(links);
  return longer;
}
