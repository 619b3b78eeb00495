// The model of the table engine_batches: what each batch has changed. A crash of the server empties it.
import type { SqlRow } from '../array-cells.ts';
import type { CommitRows } from '../commit-rows.ts';

type Note = {
  readonly accounts: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly orders: readonly unknown[];
};

export class BatchNotes {
  readonly #notes = new Map<number, Note>();

  note({ batch, terms, balance, told, hold, new: created, set, trail, order }: CommitRows): void {
    this.#notes.set(batch, {
      accounts: [...idsOf([...terms, ...balance, ...told]), ...hold.map((row) => row.account_id)],
      positions: idsOf([...created, ...set, ...trail]),
      orders: idsOf(order),
    });
  }

  clear(): void {
    this.#notes.clear();
  }

  count(after: number, upTo: number): number {
    return this.#between(after, upTo).length;
  }

  /** Returns each changed id once, in their order. */
  list(kind: keyof Note, after: number, upTo: number): readonly number[] {
    const ids = new Set(this.#between(after, upTo).flatMap((note) => note[kind].map(Number)));
    return [...ids].toSorted((one, other) => one - other);
  }

  #between(after: number, upTo: number): readonly Note[] {
    return [...this.#notes]
      .filter(([batch]) => batch > after && batch <= upTo)
      .map(([, note]) => note);
  }
}

function idsOf(rows: readonly SqlRow[]): readonly unknown[] {
  return rows.map(({ id }) => id);
}
