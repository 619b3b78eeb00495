import type { SessionKind } from '@halyard/contract/route';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { ClientInfo } from './client-info.ts';

/**
 * The authentication level of a session. 'low' came from a link: it can trade, but not withdraw or
 * change credentials.
 */
export type AuthenticationLevel = 'full' | 'low';
export type EndReason =
  | 'signed-out'
  | 'idle'
  | 'expired'
  | 'replaced'
  | 'revoked'
  | 'blocked'
  | 'closed';

export type StoredSession = {
  readonly id: string;
  readonly kind: SessionKind;
  readonly subjectId: number;
  readonly tokenHash: string;
  readonly assurance: AuthenticationLevel;
  /** The member of staff who views the platform as this customer; null for the customer's own. */
  readonly viewedBy: number | null;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
};

export type NewSession = StoredSession & {
  readonly createdAtMs: number;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
  readonly device: string;
  readonly clientInfo: ClientInfo | null;
  readonly passwordProvedAtMs: number | null;
};

type SessionsTables = {
  sessions: Narrow<
    'sessions',
    {
      kind: SessionKind;
      assurance: AuthenticationLevel;
      end_reason: EndReason;
      client_info: string;
    }
  >;
};

export async function insertSession(db: Kysely<object>, session: NewSession): Promise<void> {
  await tables(db)
    .insertInto('sessions')
    .values({
      id: session.id,
      kind: session.kind,
      subject_id: session.subjectId,
      token_hash: session.tokenHash,
      assurance: session.assurance,
      created_at: new Date(session.createdAtMs),
      last_used_at: new Date(session.lastUsedAtMs),
      expires_at: new Date(session.expiresAtMs),
      ended_at: null,
      end_reason: null,
      ip: session.ip,
      network: session.network,
      user_agent: session.userAgent,
      device: session.device,
      client_info: session.clientInfo === null ? null : JSON.stringify(session.clientInfo),
      password_proved_at: toDate(session.passwordProvedAtMs),
      second_proved_at: null,
      viewed_by: session.viewedBy,
    })
    .execute();
}

/** Returns a session that was not ended explicitly; the caller checks idle and maximum time. */
export async function findOpenSession(
  db: Kysely<object>,
  tokenHash: string,
): Promise<StoredSession | undefined> {
  const row = await selectOpen(db).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function listOpenSessions(
  db: Kysely<object>,
  sessionIds: readonly string[],
): Promise<readonly StoredSession[]> {
  const rows = await selectOpen(db).where('id', 'in', sessionIds).execute();
  return rows.map(fromRow);
}

/**
 * Stores when each session was last used. Locked rows are skipped, because waiting for their end or
 * authentication could deadlock.
 */
export async function updateLastUses(
  db: Kysely<object>,
  uses: readonly (readonly [sessionId: string, atMs: number])[],
): Promise<void> {
  const ids = uses.map(([id]) => id);
  const instants = uses.map(([, atMs]) => new Date(atMs).toISOString());
  await sql`
    update sessions set last_used_at = greatest(last_used_at, used.at)
    from (
      select s.id, u.at from sessions s
      join unnest(${ids}::uuid[], ${instants}::timestamptz[]) as u (id, at) on u.id = s.id
      where s.ended_at is null
      for no key update of s skip locked
    ) as used
    where sessions.id = used.id`.execute(db);
}

export type Ending = { readonly reason: EndReason; readonly atMs: number };

export async function markSessionsEnded(
  db: Kysely<object>,
  sessionIds: readonly string[],
  ending: Ending,
): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set({ ended_at: new Date(ending.atMs), end_reason: ending.reason })
    .where('id', 'in', sessionIds)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends a session that nobody has used since a moment. Returns when it was last used if it goes on:
 * another program can have used it.
 */
export async function endIdleSession(
  db: Kysely<object>,
  sessionId: string,
  idle: { readonly atMs: number; readonly unusedSinceMs: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ last_used_at: Date }>`
    with ended as (
      update sessions set ended_at = ${new Date(idle.atMs)}, end_reason = 'idle'
      where id = ${sessionId} and ended_at is null
        and last_used_at < ${new Date(idle.unusedSinceMs)}
      returning id
    )
    select last_used_at from sessions
    where id = ${sessionId} and ended_at is null and not exists (select from ended)`.execute(db);
  return rows[0]?.last_used_at.getTime();
}

/**
 * Gives the subject's sessions that ended by themselves the reason of an end by a person, and
 * returns them. What outlives such a session, as notifications on its device do, ends as well.
 */
export async function overrideQuietEnds(
  db: Kysely<object>,
  subject: Subject,
  reason: EndReason,
): Promise<readonly string[]> {
  const rows = await tables(db)
    .updateTable('sessions')
    .set({ end_reason: reason })
    .where('subject_id', '=', subject.id)
    .where('kind', '=', subject.kind)
    .where('end_reason', 'in', ['idle', 'expired', 'replaced'])
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns whether a session was not ended, locked until the end of the caller's transaction. */
export async function holdSession(db: Kysely<object>, sessionId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export type Subject = { readonly kind: SessionKind; readonly id: number };

/** Returns the subject's open sessions except the `keep` newest. */
export async function listOlderSessionIds(
  db: Kysely<object>,
  subject: Subject,
  keep: number,
): Promise<readonly string[]> {
  const rows = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('subject_id', '=', subject.id)
    .where('kind', '=', subject.kind)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(keep)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the sessions in which a member of staff views the platform as a customer. */
export async function listViewIds(db: Kysely<object>, staffId: number): Promise<readonly string[]> {
  const rows = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('viewed_by', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

type KnownOrigin = { readonly sinceMs: number } & (
  | { readonly network: string }
  | { readonly device: string }
);

/** Returns whether the subject signed in from the network or device since a moment. */
export async function hasSession(
  db: Kysely<object>,
  subject: Subject,
  { sinceMs, ...origin }: KnownOrigin,
): Promise<boolean> {
  const [column, value] =
    'device' in origin
      ? (['device', origin.device] as const)
      : (['network', origin.network] as const);
  const found = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('subject_id', '=', subject.id)
    .where('kind', '=', subject.kind)
    .where(column, '=', value)
    .where('viewed_by', 'is', null)
    .where('created_at', '>=', new Date(sinceMs))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** When an open session was last authenticated and how, for step-up authentication. */
export type StepUps = {
  readonly assurance: AuthenticationLevel;
  readonly passwordProvedAtMs: number | null;
  readonly secondProvedAtMs: number | null;
};

export async function findStepUps(
  db: Kysely<object>,
  sessionId: string,
): Promise<StepUps | undefined> {
  const row = await tables(db)
    .selectFrom('sessions')
    .select(['assurance', 'password_proved_at', 'second_proved_at'])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    assurance: row.assurance,
    passwordProvedAtMs: row.password_proved_at?.getTime() ?? null,
    secondProvedAtMs: row.second_proved_at?.getTime() ?? null,
  };
}

/** Records a step-up authentication. Entering the password gives the session the full level. */
export async function markStepUp(
  db: Kysely<object>,
  sessionId: string,
  stepUp: { readonly what: 'password' | 'second'; readonly atMs: number },
): Promise<void> {
  const at = new Date(stepUp.atMs);
  await tables(db)
    .updateTable('sessions')
    .set(
      stepUp.what === 'password'
        ? { password_proved_at: at, assurance: 'full' as const }
        : { second_proved_at: at },
    )
    .where('id', '=', sessionId)
    .execute();
}

/** Deletes at most `limit` sessions that expired before a moment; returns how many. */
export async function deleteSessionsBefore(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const before = new Date(page.beforeMs);
  const expired = tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .limit(page.limit);
  const deleted = await tables(db)
    .deleteFrom('sessions')
    .where('id', 'in', expired)
    .where('expires_at', '<', before)
    .returning('id')
    .execute();
  return deleted.length;
}

function toDate(atMs: number | null): Date | null {
  return atMs === null ? null : new Date(atMs);
}

function tables(db: Kysely<object>): Kysely<SessionsTables> {
  return db.withTables<SessionsTables>();
}

function selectOpen(db: Kysely<object>) {
  return tables(db)
    .selectFrom('sessions')
    .select(['id', 'kind', 'subject_id', 'token_hash', 'assurance', 'last_used_at', 'expires_at'])
    .select('viewed_by')
    .where('ended_at', 'is', null);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectOpen>['execute']>>[number];

function fromRow(row: SessionRow): StoredSession {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    tokenHash: row.token_hash,
    assurance: row.assurance,
    viewedBy: row.viewed_by,
    lastUsedAtMs: row.last_used_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  };
}
