// Many pairing heaps of slots in shared typed arrays, the lowest key first. Merging two heaps takes
// one step, which separate array heaps could not offer.

const CAPACITY_MIN = 16;
/** The value that stands for "no slot". */
export const NO_SLOT = -1;

/** The heaps, each identified by its root slot. A slot is in at most one heap. */
export class SlotForest {
  #keys = new Float64Array(CAPACITY_MIN);
  #children = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);
  #nexts = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);
  /** The previous sibling of each slot, or the parent of a first child. */
  #previous = new Int32Array(CAPACITY_MIN).fill(NO_SLOT);

  keyOf(slot: number): number {
    return this.#keys[slot] ?? Number.NaN;
  }

  /** Creates a heap of one slot, which must not be in any heap. */
  plant(slot: number, key: number): void {
    if (slot >= this.#keys.length) this.#grow(slot + 1);
    this.#keys[slot] = key;
    this.#children[slot] = NO_SLOT;
    this.#nexts[slot] = NO_SLOT;
    this.#previous[slot] = NO_SLOT;
  }

  /** Merges two heaps, given by their roots, and returns the new root. */
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

  /** Removes a slot from the heap of `root`. Returns the root of the remaining heap. */
  cut(root: number, slot: number): number {
    const rest = this.#meldSiblings(this.#at(this.#children, slot));
    if (slot === root) return rest;
    this.#replace(slot, rest);
    return root;
  }

  /** Calls `visit` with each slot of a heap whose key is at most `key`, in no particular order. */
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

  /**
   * Merges siblings in pairs, then all pairs from the last to the first. This two-pass merge makes
   * a removal cost O(log n) on average.
   */
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

  /**
   * Puts a heap, or nothing, in the place of a slot that is not a root. The heap's keys must not be
   * below the slot's.
   */
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
