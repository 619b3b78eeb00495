import type { Database } from '#platform/db/db.ts';

/** Whose position it is, open or closed; undefined when there is none of this id. */
export async function findPositionOwner(
  db: Pick<Database, 'query'>,
  positionId: number,
): Promise<number | undefined> {
  const [row] = await db.query('select account_id from positions where id = $1', [positionId]);
  return row === undefined ? undefined : Number(row['account_id']);
}
