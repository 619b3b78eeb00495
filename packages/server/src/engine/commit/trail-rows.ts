// The rows of trailing stops for engine_adjust: the stops of positions, and the trail marks.
import type { TrailsMoved } from '@halyard/core/engine';
import type { PositionId, Trail } from '@halyard/core/position';
import type { TrailMark } from '@halyard/core/trigger';
import { Columns } from './array-literal.ts';

export const TRAIL_COLUMNS = ['id', 'distance', 'points', 'sequence'] as const;
export const MARK_COLUMNS = ['symbol', 'direction', 'sequence', 'points', 'atMs'] as const;
export const UNMARK_COLUMNS = ['symbol', 'direction', 'sequence'] as const;

type StoredMark = TrailMark & { readonly symbol: string; readonly atMs: number };

/** The trail marks of one batch. A mark that the batch both stores and drops is never written. */
export class MarkRows {
  readonly #stored = new Map<string, StoredMark>();
  readonly #dropped = new Map<string, StoredMark>();

  get isEmpty(): boolean {
    return this.#stored.size === 0 && this.#dropped.size === 0;
  }

  add({ symbol, atMs, marks, dropped }: TrailsMoved): void {
    for (const mark of dropped) {
      const key = keyOf(symbol, mark);
      if (!this.#stored.delete(key)) this.#dropped.set(key, { ...mark, symbol, atMs });
    }
    for (const mark of marks) this.#stored.set(keyOf(symbol, mark), { ...mark, symbol, atMs });
  }

  writeTo(literals: string[]): void {
    const stored = new Columns(MARK_COLUMNS);
    const dropped = new Columns(UNMARK_COLUMNS);
    for (const { symbol, direction, sequence, points, atMs } of this.#stored.values()) {
      stored.add({ symbol, direction, sequence, points, atMs });
    }
    for (const { symbol, direction, sequence } of this.#dropped.values()) {
      dropped.add({ symbol, direction, sequence });
    }
    stored.writeTo(literals);
    dropped.writeTo(literals);
  }
}

/** A position's trailing stop to store; `trail` is undefined if it has none any more. */
export type TrailImage = { readonly id: PositionId; readonly trail?: Trail };

export function toTrailColumns(
  images: readonly TrailImage[],
): Columns<(typeof TRAIL_COLUMNS)[number]> {
  const columns = new Columns(TRAIL_COLUMNS);
  for (const { id, trail } of images) {
    const {
      distance = null,
      bestPoints: points = null,
      bestSequence: sequence = null,
    } = trail ?? {};
    columns.add({ id, distance, points, sequence });
  }
  return columns;
}

function keyOf(symbol: string, { direction, sequence }: TrailMark): string {
  return `${symbol} ${direction} ${sequence}`;
}
