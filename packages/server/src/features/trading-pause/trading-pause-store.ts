import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type TradingPauseTables = { maintenance: Narrow<'maintenance', { id: 1 }> };

export type Begun = {
  readonly by: string;
  /** The reason, for staff; customers see a standard text. */
  readonly reason: string;
  readonly atMs: number;
};

export async function findTradingPause(db: Kysely<object>): Promise<Begun | undefined> {
  const row = await tables(db).selectFrom('maintenance').selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return { by: row.begun_by, reason: row.reason, atMs: row.begun_at.getTime() };
}

/** Stores the start of a trading pause; false if one had already started. */
export async function insertTradingPause(
  db: Kysely<object>,
  { by, reason, atMs }: Begun,
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('maintenance')
    .values({ id: 1, begun_by: by, reason, begun_at: new Date(atMs) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

/** Ends the trading pause; false if there was none. */
export async function deleteTradingPause(db: Kysely<object>): Promise<boolean> {
  const deleted = await tables(db).deleteFrom('maintenance').returning('id').execute();
  return deleted.length > 0;
}

function tables(db: Kysely<object>): Kysely<TradingPauseTables> {
  return db.withTables<TradingPauseTables>();
}
