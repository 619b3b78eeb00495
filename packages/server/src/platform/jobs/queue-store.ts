// The statements on `jobs` and `outbox`, which have the same columns.
import { sql, type Kysely } from 'kysely';

import type { Tables } from '#platform/db/db.ts';
import type { DeadWork, Queue, WaitingWork } from './work.ts';

type QueueTables = Pick<Tables, Queue>;

export type NewWork = {
  readonly kind: string;
  readonly stream: string;
  readonly key: string;
  readonly payload: string;
  readonly createdAt: Date;
  readonly dueAt: Date;
};

export type ClaimedWork = {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** The number of attempts, including the one that starts now. */
  readonly attempts: number;
  readonly lease: string;
};

const ERROR_LENGTH_MAX = 500;
const PURGE_ROWS_MAX = 1000;

export async function insertWork(db: Kysely<object>, queue: Queue, work: NewWork): Promise<void> {
  await db
    .withTables<QueueTables>()
    .insertInto(queue)
    .values({
      kind: work.kind,
      stream: work.stream,
      key: work.key,
      payload: sql`${work.payload}::jsonb`,
      created_at: work.createdAt,
      due_at: work.dueAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute();
}

export type Claim = {
  readonly kinds: readonly string[];
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly lease: string;
  readonly limit: number;
  /** Rows that still run in this process, which are not taken even if their lease has expired. */
  readonly except: readonly number[];
};

/**
 * Takes due rows for this worker: their due time becomes the end of the lease. Rows that another
 * worker is taking are skipped. Only the oldest open row of a stream can be taken.
 */
export async function claimWork(
  db: Kysely<object>,
  queue: Queue,
  claim: Claim,
): Promise<readonly ClaimedWork[]> {
  const table = sql.table(queue);
  const isFirst =
    queue === 'jobs'
      ? sql`true`
      : sql`not exists (
          select 1 from outbox earlier
          where earlier.kind = work.kind and earlier.stream = work.stream and earlier.id < work.id
            and earlier.done_at is null and earlier.dead_at is null)`;
  const { rows } = await sql<ClaimedWork>`
    with due as materialized (
      select work.id from ${table} work
      where work.done_at is null and work.dead_at is null and work.due_at <= ${claim.now}
        and work.kind = any(${claim.kinds}::text[])
        and work.id <> all(${claim.except}::bigint[]) and ${isFirst}
      order by work.due_at, work.id limit ${claim.limit}
      for update skip locked)
    update ${table} claimed
    set due_at = ${claim.leaseUntil}, lease = ${claim.lease}, attempts = claimed.attempts + 1
    from due where claimed.id = due.id
    returning claimed.id, claimed.kind, claimed.payload, claimed.attempts, claimed.lease`.execute(
    db,
  );
  return rows;
}

/** Extends the lease. Returns false if it was lost in the meantime. */
export async function renewWork(
  db: Kysely<object>,
  queue: Queue,
  renewed: { readonly work: ClaimedWork; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(queue)} set due_at = greatest(due_at, ${renewed.until})
    where id = ${renewed.work.id} and lease = ${renewed.work.lease}
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Marks work as done. Returns false if the lease was lost in the meantime: then another worker has
 * the row. Only the key of finished work is stored, because a mail contains sign-in links and
 * private content.
 */
export async function finishWork(
  db: Kysely<object>,
  queue: Queue,
  finished: { readonly work: ClaimedWork; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(queue)} set done_at = ${finished.at}, lease = null, last_error = null, payload = '{}'::jsonb
    where id = ${finished.work.id} and lease = ${finished.work.lease}
    returning id`.execute(db);
  return rows.length > 0;
}

export type FailedWork = {
  readonly work: ClaimedWork;
  readonly error: string;
  /** When to retry, or that the work has failed permanently. */
  readonly next: { readonly dueAt: Date } | { readonly deadAt: Date };
};

export async function failWork(
  db: Kysely<object>,
  queue: Queue,
  failed: FailedWork,
): Promise<void> {
  const { work, next } = failed;
  const error = failed.error.replaceAll('\0', '').slice(0, ERROR_LENGTH_MAX);
  const outcome = 'dueAt' in next ? sql`due_at = ${next.dueAt}` : sql`dead_at = ${next.deadAt}`;
  await sql`
    update ${sql.table(queue)} set ${outcome}, lease = null, last_error = ${error}
    where id = ${work.id} and lease = ${work.lease}`.execute(db);
}

export async function listDeadWork(
  db: Kysely<object>,
  queue: Queue,
  limit: number,
): Promise<readonly DeadWork[]> {
  const rows = await db
    .withTables<QueueTables>()
    .selectFrom(queue)
    .select(['id', 'kind', 'attempts', 'last_error', 'dead_at'])
    .where('dead_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    queue,
    kind: row.kind,
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    failedAtMs: row.dead_at?.getTime() ?? 0,
  }));
}

/** Returns the number of waiting rows of each of these kinds, including zero. */
export async function countWaitingWork(
  db: Kysely<object>,
  queue: Queue,
  { kinds, now }: { readonly kinds: readonly string[]; readonly now: Date },
): Promise<readonly WaitingWork[]> {
  const { rows } = await sql<{ kind: string; count: number; first: Date }>`
    select kind, count(*) as count, min(due_at) as first from ${sql.table(queue)}
    where done_at is null and dead_at is null group by kind`.execute(db);
  const found = new Map(rows.map((row) => [row.kind, row]));
  return kinds.map((kind) => {
    const row = found.get(kind);
    const firstMs = row?.first.getTime() ?? now.getTime();
    return { queue, kind, count: row?.count ?? 0, lateMs: Math.max(0, now.getTime() - firstMs) };
  });
}

export async function deleteStream(
  db: Kysely<object>,
  { channel, stream }: { readonly channel: string; readonly stream: string },
): Promise<readonly string[]> {
  const rows = await db
    .withTables<QueueTables>()
    .deleteFrom('outbox')
    .where('kind', '=', channel)
    .where('stream', '=', stream)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

export type Purge = {
  /**
   * Finished rows of the stream that ended before this are deleted; failed ones lose content and
   * address.
   */
  readonly endedBefore: Date;
  /** Failed rows older than this are deleted. */
  readonly deadBefore: Date;
};

/**
 * Deletes rows that ended long ago, at most PURGE_ROWS_MAX of each kind; returns whether more may
 * exist.
 */
export async function purgeWork(
  db: Kysely<object>,
  queue: Queue,
  { endedBefore, deadBefore }: Purge,
): Promise<boolean> {
  const table = sql.table(queue);
  const limit = sql.lit(PURGE_ROWS_MAX);
  const pages = [
    sql`delete from ${table} where id in (
      select id from ${table} where done_at < ${endedBefore} order by done_at limit ${limit})
      returning 1`,
    sql`update ${table} set payload = '{}'::jsonb, stream = '' where id in (
      select id from ${table}
      where dead_at < ${endedBefore} and (payload <> '{}'::jsonb or stream <> '')
      order by id limit ${limit})
      returning 1`,
    sql`delete from ${table} where id in (
      select id from ${table} where dead_at < ${deadBefore} order by id limit ${limit})
      returning 1`,
  ];
  let isMore = false;
  for (const page of pages) {
    const { rows } = await page.execute(db);
    if (rows.length === PURGE_ROWS_MAX) isMore = true;
  }
  return isMore;
}
