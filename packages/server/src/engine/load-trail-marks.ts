// Restores how far trailing stops had moved, from the trail marks, which are stored once a second.
import { restoreTrailMarks } from '@halyard/core/engine';
import type { EngineState } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import type { Direction } from '@halyard/core/instrument';
import type { TrailMark } from '@halyard/core/trigger';
import type { EngineReader } from './engine-database.ts';

const MARKS = `select symbol, direction, sequence, points from trail_marks
  order by symbol, direction, sequence`;

// The columns of a trail mark, as constrained by the table and written by the engine.
type MarkRow = {
  readonly symbol: string;
  readonly direction: Direction;
  readonly sequence: number;
  readonly points: number;
};

/** Restores the stored trail marks. Call it before the positions are restored. */
export async function loadTrailMarks(db: EngineReader, state: EngineState): Promise<void> {
  for (const [symbol, marks] of await readTrailMarks(db)) restoreTrailMarks(state, symbol, marks);
}

/** Returns the stored trail marks by symbol, in the order of their quotes. */
export async function readTrailMarks(
  db: EngineReader,
): Promise<ReadonlyMap<string, readonly TrailMark[]>> {
  const rows = (await db.query(MARKS, [])) as readonly MarkRow[];
  const bySymbol = new Map<string, TrailMark[]>();
  for (const { symbol, direction, sequence, points: price } of rows) {
    const marks = bySymbol.get(symbol) ?? [];
    marks.push({ direction, sequence, points: points(price) });
    bySymbol.set(symbol, marks);
  }
  return bySymbol;
}
