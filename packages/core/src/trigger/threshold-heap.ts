// Slots in firing order: a four-way heap in typed arrays, lowest key first. Slots change and leave
// in place, so no stale entry remains.
import { assert } from '#assertion/assertion.ts';
import type { CalmRange } from './calm-range.ts';
import type { SlotPlaces } from './slot-places.ts';

const BRANCHES = 4;
const CAPACITY_MIN = 16;

export class ThresholdHeap {
  readonly #places: SlotPlaces;
  readonly #calm: CalmRange | undefined;
  #keys = new Float64Array(CAPACITY_MIN).fill(Number.POSITIVE_INFINITY);
  #slots = new Int32Array(CAPACITY_MIN);
  #size = 0;

  /** Each change outdates `calm`, the range that depends on the lowest key. */
  constructor(places: SlotPlaces, calm?: CalmRange) {
    this.#places = places;
    this.#calm = calm;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the lowest key; Infinity if the heap is empty. */
  get firstKey(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the slot of the lowest key; the heap must not be empty. */
  get firstSlot(): number {
    assert(this.#size > 0, 'a first slot is there');
    return this.#slotAt(0);
  }

  /** Adds a slot or changes its key. */
  put(slot: number, key: number): void {
    this.#calm?.outdate();
    const place = this.#places.find(slot) ?? this.#extend();
    this.#settle(place, slot, key);
  }

  /** Removes a slot if it is present. */
  remove(slot: number): void {
    const place = this.#places.find(slot);
    if (place === undefined) return;

    this.#calm?.outdate();
    this.#size -= 1;
    const lastSlot = this.#slotAt(this.#size);
    const lastKey = this.#keyAt(this.#size);
    this.#keys[this.#size] = Number.POSITIVE_INFINITY;
    this.#places.clear(slot);
    if (place !== this.#size) this.#settle(place, lastSlot, lastKey);
    const { length } = this.#keys;
    if (length > CAPACITY_MIN && this.#size < length / 4) this.#resize(length / 2);
  }

  /** Appends the slots with keys up to `key`, unordered; costs as much as it appends. */
  collectReached(key: number, into: number[]): void {
    if (this.firstKey > key) return;
    const places = [0];
    // The list grows during the walk: a key that is not reached has no reached keys below it.
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

  /** Moves an entry to its place, starting at a free index. */
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

  /** Moves lower keys up from below a free index; returns the index that is then free. */
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

  // Reads a key. The array is always long enough: reading beyond it would be a bug in this file.
  #keyAt(place: number): number {
    return this.#keys[place] ?? Number.POSITIVE_INFINITY;
  }

  #slotAt(place: number): number {
    return this.#slots[place] ?? 0;
  }
}
