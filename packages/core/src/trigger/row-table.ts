const CAPACITY_MIN = 16;
/** Fields per row; eight numbers fill one cache line of the processor. */
const FIELDS = 8;

/**
 * Rows of eight numbers in one typed array. Released rows are reused, so the table has as many rows
 * as were ever used at once.
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

  /** Returns field 0 to 7 of a row that is in use. */
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
