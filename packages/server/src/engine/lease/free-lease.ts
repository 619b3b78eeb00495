// Before the tables change their form nobody may serve from them: an owner's commits would wait for
// the change, and then no longer fit.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db/db.ts';
import { LEASE_TTL_MS } from './lease.ts';

const STEP_MS = 250;
const TRIES_MAX = Math.ceil((LEASE_TTL_MS + 1_000) / STEP_MS);

const IS_HELD = `select 1 from engine_lease where id = 1 and expires_at > clock_timestamp()`;

/**
 * False while a program keeps its lease. One that died leaves a lease that runs out, which is
 * waited for. Nobody else can serve on a database that is this program's alone.
 */
export async function isLeaseFree(db: Pick<Database, 'isExclusive' | 'query'>): Promise<boolean> {
  if (db.isExclusive) return true;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    if ((await db.query(IS_HELD, [])).length === 0) return true;
    await sleep(STEP_MS);
  }
  return false;
}
