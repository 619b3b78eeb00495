import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

const DELETED_AT_ONCE_MAX = 50_000;

export type FoundChanges = {
  /** What the statement saw, for the next call. */
  readonly snapshot: string;
  readonly rows: readonly { readonly topic: string; readonly key: string }[];
};

/**
 * Returns at most `limit` changes that committed after a snapshot, each one exactly once, however
 * long its transaction took; none without a snapshot.
 */
export async function readChangesSince(
  db: Kysely<object>,
  snapshot: string | undefined,
  limit: number,
): Promise<FoundChanges> {
  const since = snapshot ?? null;
  const { rows } = await sql<{ snapshot: string; topic: string | null; key: string | null }>`
    select now.snapshot, found.topic, found.key
    from (select pg_current_snapshot()::text as snapshot) now
    left join (
      select topic, key from changes
      where changed_in >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)
      order by id limit ${limit}
    ) found on true`.execute(db);
  return {
    snapshot: rows[0]?.snapshot ?? '',
    rows: rows.flatMap(({ topic, key }) =>
      topic === null || key === null ? [] : [{ topic, key }],
    ),
  };
}

/** Deletes old changes by the clock of the database. */
export async function deleteChangesOlderThan(db: Kysely<object>, ageMs: number): Promise<void> {
  const tables = db.withTables<Pick<Tables, 'changes'>>();
  const old = tables
    .selectFrom('changes')
    .select('id')
    .where('changed_at', '<', sql<Date>`now() - ${ageMs} * interval '1 millisecond'`)
    .orderBy('changed_at')
    .limit(DELETED_AT_ONCE_MAX);
  await tables.deleteFrom('changes').where('id', 'in', old).execute();
}
