const CAPACITY_MIN = 16;
const ABSENT = -1;

/**
 * The index of each slot in a heap or list. Structures that never hold the same slot at once can
 * share one.
 */
export class SlotPlaces {
  #places = new Int32Array(CAPACITY_MIN).fill(ABSENT);

  /** Returns the index of a slot; undefined if no structure holds it. */
  find(slot: number): number | undefined {
    const place = this.#places[slot] ?? ABSENT;
    return place === ABSENT ? undefined : place;
  }

  set(slot: number, place: number): void {
    if (slot >= this.#places.length) this.#grow(slot + 1);
    this.#places[slot] = place;
  }

  clear(slot: number): void {
    this.#places[slot] = ABSENT;
  }

  #grow(needed: number): void {
    const grown = new Int32Array(Math.max(needed, this.#places.length * 2)).fill(ABSENT);
    grown.set(this.#places);
    this.#places = grown;
  }
}
