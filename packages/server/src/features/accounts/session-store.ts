import type { SessionKind } from '@halyard/contract/route';
import type { Kysely } from 'kysely';

/** 'low' came by a link: it may trade, but not withdraw or change credentials. */
export type Assurance = 'full' | 'low';
export type EndReason = 'signed-out' | 'idle' | 'expired' | 'replaced' | 'revoked' | 'blocked';

export type StoredSession = {
  readonly id: string;
  readonly kind: SessionKind;
  readonly subjectId: number;
  readonly tokenHash: string;
  readonly assurance: Assurance;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
};

export type NewSession = StoredSession & {
  readonly createdAtMs: number;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
};

type SessionsTables = {
  sessions: {
    id: string;
    kind: SessionKind;
    subject_id: number;
    token_hash: string;
    assurance: Assurance;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    end_reason: EndReason | null;
    ip: string;
    network: string;
    user_agent: string;
  };
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
    })
    .execute();
}

/** A session that nobody ended; whether it is idle or over its time is for the caller to judge. */
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

export async function updateLastUse(
  db: Kysely<object>,
  sessionId: string,
  atMs: number,
): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set({ last_used_at: new Date(atMs) })
    .where('id', '=', sessionId)
    .execute();
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

export type Subject = { readonly kind: SessionKind; readonly id: number };

/** The subject's open sessions but for the `keep` newest ones. */
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

/** Whether the subject signed in from the network since then. */
export async function hasSessionFrom(
  db: Kysely<object>,
  subject: Subject,
  origin: { readonly network: string; readonly sinceMs: number },
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('subject_id', '=', subject.id)
    .where('kind', '=', subject.kind)
    .where('created_at', '>=', new Date(origin.sinceMs))
    .where('network', '=', origin.network)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteSessionsBefore(
  db: Kysely<object>,
  expiredBeforeMs: number,
): Promise<void> {
  await tables(db)
    .deleteFrom('sessions')
    .where('expires_at', '<', new Date(expiredBeforeMs))
    .execute();
}

function tables(db: Kysely<object>): Kysely<SessionsTables> {
  return db.withTables<SessionsTables>();
}

function selectOpen(db: Kysely<object>) {
  return tables(db)
    .selectFrom('sessions')
    .select(['id', 'kind', 'subject_id', 'token_hash', 'assurance', 'last_used_at', 'expires_at'])
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
    lastUsedAtMs: row.last_used_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  };
}
