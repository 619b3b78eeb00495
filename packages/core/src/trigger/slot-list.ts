import type { CalmRange } from './calm-range.ts';
import type { SlotPlaces } from './slot-places.ts';

const CAPACITY_MIN = 16;

/**
 * An unordered list of slots without duplicates; the last slot takes the place of a removed one.
 */
export class SlotList {
  readonly #places: SlotPlaces;
  readonly #calm: CalmRange;
  #slots = new Int32Array(CAPACITY_MIN);
  #size = 0;

  /** Each change outdates `calm`, the range that depends on whether the list is empty. */
  constructor(places: SlotPlaces, calm: CalmRange) {
    this.#places = places;
    this.#calm = calm;
  }

  get size(): number {
    return this.#size;
  }

  at(place: number): number {
    return this.#slots[place] ?? 0;
  }

  add(slot: number): void {
    if (this.#places.find(slot) !== undefined) return;
    this.#calm.outdate();
    if (this.#size === this.#slots.length) this.#resize(this.#size * 2);
    this.#slots[this.#size] = slot;
    this.#places.set(slot, this.#size);
    this.#size += 1;
  }

  remove(slot: number): void {
    const place = this.#places.find(slot);
    if (place === undefined) return;
    this.#calm.outdate();
    this.#size -= 1;
    const last = this.at(this.#size);
    this.#places.clear(slot);
    if (last !== slot) {
      this.#slots[place] = last;
      this.#places.set(last, place);
    }
    const { length } = this.#slots;
    if (length > CAPACITY_MIN && this.#size < length / 4) this.#resize(length / 2);
  }

  #resize(capacity: number): void {
    const slots = new Int32Array(capacity);
    slots.set(this.#slots.subarray(0, this.#size));
    this.#slots = slots;
  }
}
