// The part of the model that engine_adjust writes: entry orders, trailing stops and their marks.
import type { AdjustRows } from '../adjust-rows.ts';
import type { SqlRow } from '../array-cells.ts';
import { checkFailed, differs, duplicate } from '../constraints/sql-failure.ts';

/** More than the order of sequences. */
const SIDE_WEIGHT = 2;

export class OrderTables {
  readonly orders = new Map<number, SqlRow>();
  /** Of each account, by id. */
  readonly pending = new Map<number, Map<number, SqlRow>>();
  readonly marks = new Map<string, SqlRow>();
  highestId = 0;

  /** In the order of the function's statements; what is there includes what the batch adds. */
  assert(
    rows: AdjustRows,
    isThere: {
      readonly account: (id: unknown) => boolean;
      readonly position: (id: unknown) => boolean;
    },
  ): void {
    for (const row of rows.order) {
      if (Number(row.amount_cents) <= 0) throw checkFailed('entry_orders_amount_positive');
      if (Number(row.trail_distance ?? 1) <= 0) throw checkFailed('entry_orders_trail_positive');
    }
    for (const row of rows.order) {
      const known = this.orders.get(Number(row.id));
      const isPending = known?.outcome === null && known.account_id === row.account_id;
      if (known !== undefined && !isPending) throw differs('an order that changes has ended');
    }
    for (const { account_id: id } of rows.order) {
      if (!isThere.account(id)) throw differs('the account of an order is not there');
    }
    for (const { id, distance } of rows.trail) {
      if (Number(distance ?? 1) <= 0) throw checkFailed('positions_trail_positive');
      if (!isThere.position(id)) throw differs('a position with a trailing stop is not there');
    }
    const dropped = new Set(rows.unmark.map(keyOf));
    const isDropped = [...dropped].every((key) => this.marks.has(key));
    if (!isDropped) throw differs('a mark that is dropped is not there');
    for (const row of rows.mark) {
      if (Number(row.points) <= 0) throw checkFailed('trail_marks_points_positive');
      const key = keyOf(row);
      if (this.marks.has(key) && !dropped.has(key)) throw duplicate('trail_marks_pkey');
    }
  }

  write(rows: AdjustRows, positions: ReadonlyMap<number, SqlRow>): void {
    for (const row of rows.order) {
      const order = Object.assign(this.orders.get(Number(row.id)) ?? {}, row);
      this.orders.set(Number(row.id), order);
      this.highestId = Math.max(this.highestId, Number(row.id));
      this.#notePending(order);
    }
    for (const { id, distance, points, sequence } of rows.trail) {
      const trail = { trail_distance: distance, trail_points: points, trail_sequence: sequence };
      Object.assign(positions.get(Number(id)) ?? {}, trail);
    }
    for (const row of rows.unmark) this.marks.delete(keyOf(row));
    for (const row of rows.mark) this.marks.set(keyOf(row), row);
  }

  pendingAfter(id: number): SqlRow[] {
    return [...this.orders.values()]
      .filter((row) => row.outcome === null && Number(row.id) > id)
      .toSorted((one, other) => Number(one.id) - Number(other.id));
  }

  /** By symbol, direction and sequence. */
  listMarks(): SqlRow[] {
    return [...this.marks.values()].toSorted(
      (one, other) =>
        SIDE_WEIGHT * compare(sideOf(one), sideOf(other)) +
        Math.sign(Number(one.sequence) - Number(other.sequence)),
    );
  }

  #notePending(row: SqlRow): void {
    const accountId = Number(row.account_id);
    const pending = this.pending.get(accountId) ?? new Map<number, SqlRow>();
    this.pending.set(accountId, pending);
    if (row.outcome === null) pending.set(Number(row.id), row);
    else pending.delete(Number(row.id));
  }
}

function keyOf({ symbol, direction, sequence }: SqlRow): string {
  return [symbol, direction, sequence].join(' ');
}

function sideOf({ symbol, direction }: SqlRow): string {
  return [symbol, direction].join(' ');
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
