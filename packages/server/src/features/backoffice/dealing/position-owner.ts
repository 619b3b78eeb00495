import type { Database } from '#platform/db/db.ts';

/** Returns the owner of an open or closed position; undefined if there is none with this id. */
export async function findPositionOwner(
  db: Pick<Database, 'query'>,
  positionId: number,
): Promise<number | undefined> {
  const [row] = await db.query('select account_id from positions where id = $1', [positionId]);
  return row === undefined ? undefined : Number(row['account_id']);
}
