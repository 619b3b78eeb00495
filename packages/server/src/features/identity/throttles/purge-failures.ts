import { MINUTE_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { FORGOTTEN_AFTER_MS, SECOND_FACTOR_LIMITS } from './limits.ts';

const PURGED_EVERY_MS = 5 * MINUTE_MS;
const PAGE_LENGTH = 1000;
/**
 * The maximum number of counts. Those of accounts at second factors are not included: they are as
 * many as customers whose password is known to an attacker, and a flood must not remove them.
 */
const COUNTS_MAX = 300_000;
const LASTING = 'secondFactor';

type PurgeDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/** Deletes counts that have no effect any more, and the oldest above COUNTS_MAX. */
export function repeatFailurePurge({ db, clock, jobs }: PurgeDeps): void {
  jobs.repeat({
    kind: 'accounts.purge-failures',
    everyMs: PURGED_EVERY_MS,
    run: async (signal) => {
      const nowMs = clock.nowMs();
      const beforeMs = nowMs - FORGOTTEN_AFTER_MS;
      const lastingBeforeMs = nowMs - SECOND_FACTOR_LIMITS.accountForgottenAfterMs;
      const deletions = [
        async () => await deleteForgotten(db.kysely, { beforeMs, lastingBeforeMs }),
        async () => await deleteAbove(db.kysely, COUNTS_MAX),
      ];
      for (const deletePage of deletions) await deleteInPages(signal, deletePage);
    },
  });
}

/** Returns how many were deleted, at most a page. New failures in the meantime stay. */
async function deleteForgotten(
  db: Kysely<object>,
  { beforeMs, lastingBeforeMs }: { readonly beforeMs: number; readonly lastingBeforeMs: number },
): Promise<number> {
  const before = sql`case when throttle = ${LASTING} then ${new Date(lastingBeforeMs)}::timestamptz
    else ${new Date(beforeMs)}::timestamptz end`;
  const { rows } = await sql`
    delete from credential_failures where last_at < ${before} and (throttle, account_hash) in (
      select throttle, account_hash from credential_failures
      where last_at < ${before} order by last_at limit ${PAGE_LENGTH})
    returning 1`.execute(db);
  return rows.length;
}

/** Deletes at most a page of the oldest above a number; returns how many. */
export async function deleteAbove(db: Kysely<object>, max: number): Promise<number> {
  const { rows } = await sql`
    delete from credential_failures where (throttle, account_hash) in (
      select throttle, account_hash from credential_failures where throttle <> ${LASTING}
      order by last_at desc offset ${max} limit ${PAGE_LENGTH})
    returning 1`.execute(db);
  return rows.length;
}
