// PostgreSQL array literals: a batch is sent to the database as one text per column.

export type Cell = string | number | boolean | null;

function toItem(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'string') return String(cell);
  return `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A one-dimensional array of any element type that reads these cells. */
export function toArrayLiteral(cells: readonly Cell[]): string {
  return `{${cells.map(toItem).join(',')}}`;
}

/** Rows passed column by column, as `unnest` expects them. */
export class Columns<Name extends string> {
  readonly #names: readonly Name[];
  readonly #rows: Readonly<Record<Name, Cell>>[] = [];

  constructor(names: readonly Name[]) {
    this.#names = names;
  }

  get size(): number {
    return this.#rows.length;
  }

  add(row: Readonly<Record<Name, Cell>>): void {
    this.#rows.push(row);
  }

  /** Appends a literal for each column; an all-null column is empty, because `unnest` fills it. */
  writeTo(literals: string[]): void {
    for (const name of this.#names) {
      const isVacant = this.#rows.every((row) => row[name] === null);
      literals.push(isVacant ? '{}' : toArrayLiteral(this.#rows.map((row) => row[name])));
    }
  }
}
