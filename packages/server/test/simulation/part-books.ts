// I2 of positions that are closed in parts: the parts are booked as one sum, to the nearest cent, and
// down from exactly between two. A position of less than € 20.00 begins half a cent lower: its sum is
// rounded down.
import type { SqlRow } from './array-cells.ts';
import { asPosition, exactProfit } from './rules-oracle.ts';
import type { SimTables } from './sim-tables.ts';
import { demand } from './violation.ts';

const SMALL_BELOW = 2_000;

/** In cents × open points. */
type Sum = { exact: bigint; booked: bigint };

export type Opened = {
  readonly id: number;
  readonly amountCents: number;
  readonly leverage: number;
  readonly openPoints: number;
  readonly carry?: number;
};

/** What an order opened, for which there is no answer: the position may have been closed in part since. */
export function openedOf(order: SqlRow, position: SqlRow): Opened {
  const { amountCents, leverage } = {
    amountCents: Number(order.amount_cents),
    ...asPosition(order),
  };
  const openPoints = Number(position.open_points);
  const opened = { id: Number(position.id), amountCents, leverage, openPoints };
  const isSmall = amountCents * leverage < SMALL_BELOW;
  return isSmall ? { ...opened, carry: 0 - Math.floor((openPoints - 1) / 2) } : opened;
}

export class PartBooks {
  readonly #tables: SimTables;
  readonly #sums = new Map<number, Sum>();
  readonly #changed = new Set<number>();

  constructor(tables: SimTables) {
    this.#tables = tables;
  }

  /** Takes the next position that was opened. */
  open({ id, amountCents, leverage, openPoints, carry }: Opened): void {
    const isSmall = amountCents * leverage < SMALL_BELOW;
    const expected = isSmall ? 0 - Math.floor((openPoints - 1) / 2) : undefined;
    demand(carry === expected, 'I2', `position ${id} opens with the carry ${expected}`);
    if (expected !== undefined) this.#sums.set(id, { exact: BigInt(expected), booked: 0n });
  }

  /** Takes the next part that was closed of a position. */
  note(positionId: number, partId: number): void {
    const stored = this.#tables.positions.get(partId) ?? {};
    const part = asPosition(stored);
    const sum = this.#sums.get(positionId) ?? { exact: 0n, booked: 0n };
    this.#sums.set(positionId, sum);
    this.#changed.add(positionId);
    sum.exact += exactProfit(part, Number(stored.close_points));
    sum.booked += BigInt(Number(stored.profit_cents)) * BigInt(part.open_points);
    const twice = 2n * (sum.exact - sum.booked);
    const open = BigInt(part.open_points);
    const isNearest = 0n - open < twice && twice <= open;
    demand(isNearest, 'I2', `position ${positionId} has parts of another sum`);
  }

  /** To be called once the parts of a commit are noted: what is left carries what they left. */
  check(): void {
    for (const id of this.#changed) {
      const { exact = 0n, booked = 0n } = this.#sums.get(id) ?? {};
      const carry = Number(exact - booked);
      const rest = this.#tables.positions.get(id);
      demand(rest?.carry === carry, 'I2', `position ${id} carries ${carry}`);
    }
    this.#changed.clear();
  }
}
