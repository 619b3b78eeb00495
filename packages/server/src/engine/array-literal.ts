// PostgreSQL array literals: a batch crosses to the database as one text per column.

export type Cell = string | number | boolean | null;

const NEEDS_ESCAPE = /["\\]/;
const ESCAPED = /["\\]/g;

function toItem(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'string') return String(cell);
  return NEEDS_ESCAPE.test(cell) ? `"${cell.replace(ESCAPED, '\\$&')}"` : `"${cell}"`;
}

/** A one-dimensional array of any element type that reads these cells. */
export function toArrayLiteral(cells: readonly Cell[]): string {
  return `{${cells.map(toItem).join(',')}}`;
}

/** Rows kept by column, as `unnest` wants them. */
export class Columns<Name extends string> {
  readonly #columns: ReadonlyMap<Name, Cell[]>;
  #size = 0;

  constructor(names: readonly Name[]) {
    this.#columns = new Map(names.map((name) => [name, []]));
  }

  get size(): number {
    return this.#size;
  }

  add(row: Readonly<Record<Name, Cell>>): void {
    for (const [name, cells] of this.#columns) cells.push(row[name]);
    this.#size += 1;
  }

  toLiterals(): string[] {
    return [...this.#columns.values()].map(toArrayLiteral);
  }
}
