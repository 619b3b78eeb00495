// Before a schema change no program may use the tables: the commits of a lease owner would wait for
// the change and then no longer match the schema.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db/db.ts';
import { LEASE_TTL_MS } from './lease.ts';

const STEP_MS = 250;
const TRIES_MAX = Math.ceil((LEASE_TTL_MS + 1_000) / STEP_MS);

const IS_HELD = `select 1 from engine_lease where id = 1 and expires_at > clock_timestamp()`;

/**
 * Returns false while another program holds the lease. Waits for the lease of a dead program to
 * expire. A database that only this program can use has no other owner.
 */
export async function isLeaseFree(db: Pick<Database, 'isExclusive' | 'query'>): Promise<boolean> {
  if (db.isExclusive) return true;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    if ((await db.query(IS_HELD, [])).length === 0) return true;
    await sleep(STEP_MS);
  }
  return false;
}
