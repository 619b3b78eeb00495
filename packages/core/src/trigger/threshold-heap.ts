// Slots in the order in which they fire: a heap of four branches in typed arrays, the lowest key
// first. A slot that changes or leaves does so in place, so nothing stale is ever kept.
import { assert } from '#assertion/assertion.ts';
import type { SlotPlaces } from './slot-places.ts';

const BRANCHES = 4;
const CAPACITY_MIN = 16;

export class ThresholdHeap {
  readonly #places: SlotPlaces;
  #keys = new Float64Array(CAPACITY_MIN).fill(Number.POSITIVE_INFINITY);
  #slots = new Int32Array(CAPACITY_MIN);
  #size = 0;

  constructor(places: SlotPlaces) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** The lowest key; infinite when nothing is there. */
  get firstKey(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The slot of the lowest key; there must be one. */
  get firstSlot(): number {
    assert(this.#size > 0, 'a first slot is there');
    return this.#slotAt(0);
  }

  /** Adds a slot, or gives it another key. */
  put(slot: number, key: number): void {
    const place = this.#places.find(slot) ?? this.#extend();
    this.#settle(place, slot, key);
  }

  /** Takes a slot out, if it is there. */
  remove(slot: number): void {
    const place = this.#places.find(slot);
    if (place === undefined) return;

    this.#size -= 1;
    const lastSlot = this.#slotAt(this.#size);
    const lastKey = this.#keyAt(this.#size);
    this.#keys[this.#size] = Number.POSITIVE_INFINITY;
    this.#places.clear(slot);
    if (place !== this.#size) this.#settle(place, lastSlot, lastKey);
    const { length } = this.#keys;
    if (length > CAPACITY_MIN && this.#size < length / 4) this.#resize(length / 2);
  }

  /** Appends the slots with keys up to `key`, in no order; costs as much as there are. */
  collectReached(key: number, into: number[]): void {
    if (this.firstKey > key) return;
    const places = [0];
    // Grows while it is walked through: below a key that is not reached, none is.
    for (const place of places) {
      into.push(this.#slotAt(place));
      const first = place * BRANCHES + 1;
      const end = Math.min(first + BRANCHES, this.#size);
      for (let child = first; child < end; child += 1) {
        if (this.#keyAt(child) <= key) places.push(child);
      }
    }
  }

  #extend(): number {
    if (this.#size === this.#keys.length) this.#resize(this.#size * 2);
    this.#size += 1;
    return this.#size - 1;
  }

  #resize(capacity: number): void {
    const keys = new Float64Array(capacity).fill(Number.POSITIVE_INFINITY);
    const slots = new Int32Array(capacity);
    keys.set(this.#keys.subarray(0, this.#size));
    slots.set(this.#slots.subarray(0, this.#size));
    this.#keys = keys;
    this.#slots = slots;
  }

  /** Puts an entry where it belongs, starting from a place that is free. */
  #settle(free: number, slot: number, key: number): void {
    let place = free;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      if (this.#keyAt(parent) <= key) break;
      this.#move(parent, place);
      place = parent;
    }
    if (place === free) place = this.#sink(free, key);
    this.#keys[place] = key;
    this.#slots[place] = slot;
    this.#places.set(slot, place);
  }

  /** Draws lower keys up from below a free place; gives the place that is free then. */
  #sink(free: number, key: number): number {
    let place = free;
    for (;;) {
      const first = place * BRANCHES + 1;
      const end = Math.min(first + BRANCHES, this.#size);
      let least = place;
      let leastKey = key;
      for (let child = first; child < end; child += 1) {
        const childKey = this.#keyAt(child);
        if (childKey < leastKey) {
          least = child;
          leastKey = childKey;
        }
      }
      if (least === place) return place;
      this.#move(least, place);
      place = least;
    }
  }

  #move(from: number, to: number): void {
    const slot = this.#slotAt(from);
    this.#keys[to] = this.#keyAt(from);
    this.#slots[to] = slot;
    this.#places.set(slot, to);
  }

  // The array is always long enough: what is read beyond it would be a bug of this file alone.
  #keyAt(place: number): number {
    return this.#keys[place] ?? Number.POSITIVE_INFINITY;
  }

  #slotAt(place: number): number {
    return this.#slots[place] ?? 0;
  }
}
