// How many accounts a network, and all of them together, may open in an hour. Counted in the
// database: a restart begins no new hour.
import { HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { networkOf } from '#platform/http/http.ts';

/** So many networks full at once are an attack. */
const NETWORKS_FULL = 50;
/** One is counted after the other; the number is this table's own. */
const LOCK = 7_100_138;

type AdmitDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly signUpsPerHour: number };
};

export type SignUpAdmission =
  | { readonly kind: 'admitted'; readonly id: number }
  | { readonly kind: 'delayed'; readonly waitMs: number };

/** Counts the sign-up, unless it has to wait. */
export async function admitSignUp(deps: AdmitDeps, ip: string): Promise<SignUpAdmission> {
  const network = networkOf(ip);
  const nowMs = deps.clock.nowMs();
  const since = new Date(nowMs - HOUR_MS);
  const ofNetwork = deps.settings.signUpsPerHour;
  return await deps.db.kysely.transaction().execute(async (tx): Promise<SignUpAdmission> => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    // The oldest of the last so many: when it is an hour old there is room for one more.
    const fullSince = async (limit: number, only: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ at: Date }>`
        select at from sign_ups where at > ${since} and ${only}
        order by at desc offset ${sql.lit(limit - 1)} limit 1`.execute(tx);
      return rows[0]?.at.getTime();
    };
    const full = [
      await fullSince(ofNetwork, sql`network = ${network}`),
      await fullSince(ofNetwork * NETWORKS_FULL, sql`true`),
    ].filter((atMs) => atMs !== undefined);
    if (full.length > 0) return { kind: 'delayed', waitMs: Math.max(...full) + HOUR_MS - nowMs };
    const { rows } = await sql<{ id: number }>`
      insert into sign_ups (network, at) values (${network}, ${new Date(nowMs)}) returning id`.execute(
      tx,
    );
    return { kind: 'admitted', id: rows[0]?.id ?? 0 };
  });
}

/** Takes one back that came to nothing. */
export async function releaseSignUp(db: Kysely<object>, id: number): Promise<void> {
  await sql`delete from sign_ups where id = ${id}`.execute(db);
}

/** At most `limit`; gives how many. */
export async function deleteSignUpsBefore(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from sign_ups where id in (
      select id from sign_ups where at < ${new Date(page.beforeMs)} order by at limit ${page.limit})
    returning id`.execute(db);
  return rows.length;
}
