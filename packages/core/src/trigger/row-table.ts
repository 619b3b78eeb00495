const CAPACITY_MIN = 16;
/** Of a row; eight numbers fill one line of the processor's cache. */
const FIELDS = 8;

/**
 * Rows of eight numbers in one typed array. Rows that are given back are used again, so there
 * are as many as there ever were at once.
 */
export class RowTable {
  #values = new Float64Array(CAPACITY_MIN * FIELDS);
  readonly #free: number[] = [];
  #count = 0;

  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#count * FIELDS === this.#values.length) this.#grow();
    this.#count += 1;
    return this.#count - 1;
  }

  giveBack(row: number): void {
    this.#free.push(row);
  }

  /** Field 0 to 7 of a row that was taken. */
  get(row: number, field: number): number {
    return this.#values[row * FIELDS + field] ?? Number.NaN;
  }

  set(row: number, field: number, value: number): void {
    this.#values[row * FIELDS + field] = value;
  }

  #grow(): void {
    const grown = new Float64Array(this.#values.length * 2);
    grown.set(this.#values);
    this.#values = grown;
  }
}
