// The lease in a restored database. An earlier owner, of this database's address or of another
// restored copy, may still run, so no epoch that it can hold is ever assigned again.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Epochs of the engine of practice accounts begin here, so none is ever one of live accounts. */
const PRACTICE_EPOCH_MIN = 1_000_000_000_000_000;
/** Those of the market begin here. */
const MARKET_EPOCH_MIN = 2_000_000_000_000_000;

/**
 * Lets the next program to start take the lease at once, under an epoch that was never assigned. It
 * is the current time in milliseconds: epochs rise by one with each take-over, so no assigned epoch
 * is near that number.
 */
export async function leaveLeaseTo(
  db: Kysely<object>,
  owner: string,
  nowMs: number,
): Promise<void> {
  await sql`update engine_lease set owner = ${owner}, expires_at = '-infinity',
    epoch = greatest(epoch + 1, ${nowMs}::bigint) where id = 1`.execute(db);
  await sql`update practice.engine_lease set owner = ${owner}, expires_at = '-infinity',
    epoch = greatest(epoch + 1, ${PRACTICE_EPOCH_MIN + nowMs}::bigint) where id = 1`.execute(db);
  await sql`update market_lease set owner = '', expires_at = '-infinity',
    epoch = greatest(epoch + 1, ${MARKET_EPOCH_MIN + nowMs}::bigint) where id = 1`.execute(db);
}

export async function findLeaseOwner(db: Kysely<object>): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select owner from engine_lease where id = 1`.execute(db);
  return rows[0]?.owner;
}
