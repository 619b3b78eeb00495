// Limits sign-ups per hour: for each network, and for all networks together until each sign-up
// needs a proof of work. Counted in the database, so that a restart does not reset the limit.
import { WORK_BITS_MAX, WORK_BITS_MIN, workBits } from '@halyard/core/proof-of-work';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { networkOf } from '#platform/http/http.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Origin } from '#features/identity/identity.ts';

/** The number of networks at their limit whose sign-ups together count as a surge. */
const NETWORKS_FULL = 50;
/**
 * The multiple of the limit above which the required work no longer increases, so counting stops
 * there.
 */
const SURGE_MAX = 2 ** (WORK_BITS_MAX - WORK_BITS_MIN);
/** The number of the advisory lock that serialises counting. */
const LOCK = 7_100_138;
const PAGE_LENGTH = 1000;

type AdmitDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly signUpsPerHour: number };
};

export type SignUpAdmission =
  | { readonly kind: 'admitted'; readonly id: number }
  | { readonly kind: 'delayed'; readonly waitMs: number }
  | { readonly kind: 'unproven'; readonly bits: number };

/** Admits or rejects a sign-up, and counts it if it is admitted. */
export async function admitSignUp(deps: AdmitDeps, origin: Origin): Promise<SignUpAdmission> {
  const network = networkOf(origin.ip);
  const nowMs = deps.clock.nowMs();
  const since = new Date(nowMs - HOUR_MS);
  const ofNetwork = deps.settings.signUpsPerHour;
  return await deps.db.kysely.transaction().execute(async (tx): Promise<SignUpAdmission> => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    // Selects the oldest sign-up within the limit: an hour after it there is room for one more.
    const full = await sql<{ at: Date }>`
      select at from sign_ups where at > ${since} and network = ${network}
      order by at desc offset ${sql.lit(ofNetwork - 1)} limit 1`.execute(tx);
    const fullSince = full.rows[0]?.at.getTime();
    if (fullSince !== undefined) return { kind: 'delayed', waitMs: fullSince + HOUR_MS - nowMs };
    const ofAll = ofNetwork * NETWORKS_FULL;
    const count = origin.hasWorked ? 0 : await countSince(tx, since, ofAll * SURGE_MAX);
    if (count >= ofAll) return { kind: 'unproven', bits: workBits(count / ofAll) };
    const { rows } = await sql<{ id: number }>`
      insert into sign_ups (network, at) values (${network}, ${new Date(nowMs)}) returning id`.execute(
      tx,
    );
    return { kind: 'admitted', id: rows[0]?.id ?? 0 };
  });
}

/** Counts sign-ups since a moment, at most `limit`. */
async function countSince(tx: Kysely<object>, since: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select 1 from sign_ups where at > ${since} limit ${sql.lit(limit)}) as counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Reverts the count of a sign-up that failed. */
export async function releaseSignUp(db: Kysely<object>, id: number): Promise<void> {
  await sql`delete from sign_ups where id = ${id}`.execute(db);
}

/** Deletes expired counts once a day; call it before the jobs start. */
export function repeatSignUpPurge({
  db,
  clock,
  jobs,
}: Pick<AdmitDeps, 'db' | 'clock'> & { readonly jobs: Jobs }): void {
  jobs.repeat({
    kind: 'customers.purge-sign-ups',
    everyMs: DAY_MS,
    run: async (signal) => {
      const page = { beforeMs: clock.nowMs() - DAY_MS, limit: PAGE_LENGTH };
      await deleteInPages(signal, async () => await deleteSignUpsBefore(db.kysely, page));
    },
  });
}

/** Deletes at most `limit` old counts; returns how many. */
async function deleteSignUpsBefore(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from sign_ups where id in (
      select id from sign_ups where at < ${new Date(page.beforeMs)} order by at limit ${page.limit})
    returning id`.execute(db);
  return rows.length;
}
