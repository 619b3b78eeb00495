import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type AssetsTables = Pick<Tables, 'assets'>;

/** Assigns an id to every symbol without one; returns all ids by symbol. */
export async function ensureAssetIds(
  db: Kysely<object>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = await listAssetIds(db);
  const missing = symbols.filter((symbol) => !known.has(symbol));
  if (missing.length === 0) return known;
  await db
    .withTables<AssetsTables>()
    .insertInto('assets')
    .values(missing.map((symbol) => ({ symbol })))
    .onConflict((conflict) => conflict.column('symbol').doNothing())
    .execute();
  return await listAssetIds(db);
}

async function listAssetIds(db: Kysely<object>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .withTables<AssetsTables>()
    .selectFrom('assets')
    .select(['id', 'symbol'])
    .execute();
  return new Map(rows.map((row) => [row.symbol, row.id]));
}
