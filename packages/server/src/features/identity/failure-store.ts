import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import type { Failures } from './throttle.ts';

type FailuresTables = Pick<Tables, 'credential_failures'>;

export type AccountFailures = Failures & { readonly account: string };

export async function upsertFailures(
  db: Kysely<object>,
  throttle: string,
  { account, count, lastAtMs }: AccountFailures,
): Promise<void> {
  const counted = { failures: count, last_at: new Date(lastAtMs) };
  await tables(db)
    .insertInto('credential_failures')
    .values({ throttle, account_hash: account, ...counted })
    .onConflict((conflict) => conflict.columns(['throttle', 'account_hash']).doUpdateSet(counted))
    .execute();
}

export async function deleteFailures(
  db: Kysely<object>,
  throttle: string,
  account: string,
): Promise<void> {
  await tables(db)
    .deleteFrom('credential_failures')
    .where('throttle', '=', throttle)
    .where('account_hash', '=', account)
    .execute();
}

/** Returns the newest failures since a moment, in ascending order. */
export async function listFailuresSince(
  db: Kysely<object>,
  throttle: string,
  since: { readonly atMs: number; readonly limit: number },
): Promise<readonly AccountFailures[]> {
  const rows = await tables(db)
    .selectFrom('credential_failures')
    .select(['account_hash', 'failures', 'last_at'])
    .where('throttle', '=', throttle)
    .where('last_at', '>=', new Date(since.atMs))
    .orderBy('last_at', 'desc')
    .limit(since.limit)
    .execute();
  return rows
    .map((row) => ({
      account: row.account_hash,
      count: row.failures,
      lastAtMs: row.last_at.getTime(),
    }))
    .toReversed();
}

/** Deletes at most `limit` old failures; returns how many. New failures in the meantime stay. */
export async function deleteFailuresBefore(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const before = new Date(page.beforeMs);
  const { rows } = await sql`
    delete from credential_failures where last_at < ${before} and (throttle, account_hash) in (
      select throttle, account_hash from credential_failures
      where last_at < ${before} order by last_at limit ${page.limit})
    returning 1`.execute(db);
  return rows.length;
}

function tables(db: Kysely<object>): Kysely<FailuresTables> {
  return db.withTables<FailuresTables>();
}
