// The lease in a restored database. An owner from before, of this database's address or of another
// one restored from the same backup, may still live: no epoch that it can hold is ever given again.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Whoever starts next takes the lease at once, under an epoch that nobody had: epochs rise by one
 * with each take-over, so none that was ever given is near to the milliseconds of today.
 */
export async function leaveLeaseTo(
  db: Kysely<object>,
  owner: string,
  nowMs: number,
): Promise<void> {
  await sql`update engine_lease set owner = ${owner}, expires_at = '-infinity',
    epoch = greatest(epoch + 1, ${nowMs}::bigint) where id = 1`.execute(db);
}

export async function findLeaseOwner(db: Kysely<object>): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select owner from engine_lease where id = 1`.execute(db);
  return rows[0]?.owner;
}
