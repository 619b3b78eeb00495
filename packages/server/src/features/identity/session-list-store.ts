// Lists of sessions and devices, as a person sees them.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import { timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';
import type { Subject } from './session-store.ts';

const LISTED_MAX = 100;

type SessionTables = Pick<Tables, 'sessions'>;

export type ListedSession = {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
};

/** Returns the open sessions, newest first. */
export async function listSessionsOf(
  db: Kysely<object>,
  subject: Subject,
  nowMs: number,
): Promise<readonly ListedSession[]> {
  const rows = await tables(db)
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .where('subject_id', '=', subject.id)
    .where('kind', '=', subject.kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where('viewed_by', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
  }));
}

export type KnownDevice = {
  readonly userAgent: string;
  readonly ip: string;
  readonly sessions: number;
  readonly firstSeenAtMs: number;
  readonly lastUsedAtMs: number;
};

/**
 * Returns the devices of the stored sessions, last used first, with the name and address of the
 * newest.
 */
export async function listDevicesOf(
  db: Kysely<object>,
  subject: Subject,
): Promise<readonly KnownDevice[]> {
  const { rows } = await sql<{
    user_agent: string;
    ip: string;
    sessions: number;
    first_seen: Date;
    last_used: Date;
  }>`
    select (array_agg(user_agent order by created_at desc))[1] as user_agent,
      (array_agg(ip order by created_at desc))[1] as ip, count(*)::int as sessions,
      min(created_at) as first_seen, max(last_used_at) as last_used
    from sessions
    where subject_id = ${subject.id} and kind = ${subject.kind} and device is not null
      and viewed_by is null
    group by device order by last_used desc, first_seen limit ${LISTED_MAX}`.execute(db);
  return rows.map((row) => ({
    userAgent: row.user_agent,
    ip: row.ip,
    sessions: row.sessions,
    firstSeenAtMs: row.first_seen.getTime(),
    lastUsedAtMs: row.last_used.getTime(),
  }));
}

/** A customer's sign-ins, without those of staff who view the account. */
export const signInTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`created_at`,
      key: sql`'sign-in:' || id`,
      event: sql`case assurance when 'low' then 'signed-in-by-link' else 'signed-in' end`,
      // The browser's own words; the back office names the device.
      detail: sql`user_agent`,
      actor: sql`ip`,
      from: sql`sessions where subject_id = ${page.customerId} and kind = 'customer'
        and viewed_by is null`,
    },
    page,
  );

function tables(db: Kysely<object>): Kysely<SessionTables> {
  return db.withTables<SessionTables>();
}
