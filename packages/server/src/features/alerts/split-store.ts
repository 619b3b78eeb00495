// The splits that the engine has committed. Rows are only added, in the order of their ids.
import { points } from '@halyard/core/instrument';
import type { Points, SplitRatio } from '@halyard/core/instrument';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

export type Split = SplitRatio & {
  readonly symbol: string;
  /** The sequence number of the quote that the split left; unique for the symbol. */
  readonly sequence: number;
  readonly atMs: number;
};
export type StoredSplit = Split & {
  readonly id: number;
  /** The prices that the split left. */
  readonly bidPoints: Points;
  readonly askPoints: Points;
};

/** Returns the splits of some symbols, oldest first. */
export async function listSplitsOf(
  db: Kysely<object>,
  symbols: readonly string[],
): Promise<readonly StoredSplit[]> {
  if (symbols.length === 0) return [];
  const rows = await selectSplits(db).where('symbol', 'in', symbols).execute();
  return rows.map(fromRow);
}

/** Returns the splits of all symbols after an id, oldest first. */
export async function listSplitsAfter(
  db: Kysely<object>,
  id: number,
): Promise<readonly StoredSplit[]> {
  return (await selectSplits(db).where('id', '>', id).execute()).map(fromRow);
}

function selectSplits(db: Kysely<object>) {
  return db
    .withTables<Pick<Tables, 'symbol_splits'>>()
    .selectFrom('symbol_splits')
    .selectAll()
    .orderBy('id');
}

function fromRow(row: Selectable<Tables['symbol_splits']>): StoredSplit {
  return {
    id: row.id,
    symbol: row.symbol,
    sequence: row.sequence,
    newUnits: row.new_units,
    oldUnits: row.old_units,
    bidPoints: points(row.sell_points),
    askPoints: points(row.buy_points),
    atMs: row.split_at.getTime(),
  };
}
