// Sessions of every kind. The database is authoritative; recently used sessions are cached, so that
// a call needs no query.
//
// 1. A session ends when it is idle, at its maximum time, or explicitly.
//
// 2. Only a person's calls count as use; background polling and prices don't.
//
// 3. The last use is written at most once a minute, a few seconds later, without delaying calls;
// after a crash a session can end that much earlier, which is still later than the browser's own
// sign-out.
//
// 4. An end is committed, then removed from the cache, then reported to the listeners. The end by
// another program is noticed within a second.
//
// 5. A session ends as idle only if it was not used through another program either.
import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { networkOf } from '#platform/http/http.ts';
import type { Caller } from '#platform/http/http.ts';
import type { Kysely } from 'kysely';
import type { ClientInfo } from './client-info.ts';
import { HeldSessions } from './held-sessions.ts';
import type { HeldSession } from './held-sessions.ts';
import { LastUses } from './last-uses.ts';
import {
  endIdleSession,
  findOpenSession,
  insertSession,
  listOlderSessionIds,
  overrideQuietEnds,
  listOpenSessions,
  listViewIds,
  markSessionsEnded,
} from './session-store.ts';
import { listSessionsOf } from './session-list-store.ts';
import type { AuthenticationLevel, EndReason, StoredSession, Subject } from './session-store.ts';
import type { ListedSession } from './session-list-store.ts';
import { createToken, createViewToken, hashToken } from './token.ts';

type Limits = { readonly idleMaxMs: number; readonly lifeMaxMs: number };
const CUSTOMER_LIMITS: Limits = { idleMaxMs: 22 * MINUTE_MS, lifeMaxMs: 12 * HOUR_MS };
/**
 * The session limits of staff. They are shorter, because an unattended desk gives access to more
 * than one account.
 */
const STAFF_LIMITS: Limits = { idleMaxMs: 15 * MINUTE_MS, lifeMaxMs: 8 * HOUR_MS };
const USE_WRITTEN_EVERY_MS = MINUTE_MS;
const OPEN_PER_SUBJECT_MAX = 20;
const USER_AGENT_LENGTH_MAX = 256;

const VIEW_LIFE_MS = 15 * MINUTE_MS;

export type SessionStart = {
  readonly subject: Subject;
  readonly assurance: AuthenticationLevel;
  /**
   * The member of staff who views the platform as the subject; absent for the subject's own
   * session.
   */
  readonly viewedBy?: number;
  /**
   * Whether the session started with the password, which then need not be entered again at once.
   */
  readonly isPasswordProved: boolean;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: string;
  readonly clientInfo: ClientInfo | null;
};

export type StartedSession = { readonly id: string; readonly token: string };

type SessionsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly changes: Pick<Changes, 'on' | 'onGap'>;
};

/** Called with a session that has ended, by this program or, as it may learn later, by another. */
export type EndListener = (sessionId: string, by: 'this-program' | 'any-program') => void;

export class Sessions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #held = new HeldSessions();
  readonly #lastUses: LastUses;
  readonly #listeners: EndListener[] = [];
  #endings = 0;

  constructor(deps: SessionsDeps) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#lastUses = new LastUses(deps);
    deps.changes.on('session-ended', (sessionIds) => this.#drop(sessionIds, 'any-program'));
    deps.changes.onGap(() => {
      this.#endings += 1;
      this.#held.clear();
    });
  }

  /** Starts a session. Returns its token, which is stored nowhere else. */
  async start(db: Kysely<object>, start: SessionStart): Promise<StartedSession> {
    const id = randomUUID();
    const token = start.viewedBy === undefined ? createToken() : createViewToken();
    const nowMs = this.#clock.nowMs();
    await insertSession(db, {
      id,
      kind: start.subject.kind,
      subjectId: start.subject.id,
      tokenHash: hashToken(token),
      assurance: start.assurance,
      createdAtMs: nowMs,
      lastUsedAtMs: nowMs,
      viewedBy: start.viewedBy ?? null,
      expiresAtMs:
        nowMs + (start.viewedBy === undefined ? limitsOf(start.subject).lifeMaxMs : VIEW_LIFE_MS),
      ip: start.ip,
      network: networkOf(start.ip),
      userAgent: start.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      device: start.device,
      clientInfo: start.clientInfo,
      passwordProvedAtMs: start.isPasswordProved ? nowMs : null,
    });
    return { id, token };
  }

  /** Returns who holds the token; a call that is not in the background counts as use. */
  async find(token: string, isBackground: boolean): Promise<Caller | undefined> {
    const session = await this.#load(hashToken(token));
    if (session === undefined) return undefined;
    if (await this.#endIfOver(session)) return undefined;
    if (!isBackground) this.#use(session);
    return {
      kind: session.kind,
      subjectId: session.subjectId,
      sessionId: session.id,
      token,
      ...(session.viewedBy === null
        ? {}
        : { isViewer: true, openedBy: `staff:${session.viewedBy}` }),
    };
  }

  /** Returns which of these sessions have ended. */
  async findEnded(sessionIds: readonly string[]): Promise<readonly string[]> {
    const unknownIds = sessionIds.filter((id) => this.#held.findById(id) === undefined);
    const stored =
      unknownIds.length === 0 ? [] : await listOpenSessions(this.#db.kysely, unknownIds);
    const storedById = new Map(stored.map((session) => [session.id, session]));
    const ended: string[] = [];
    for (const id of sessionIds) {
      const session = this.#held.findById(id) ?? storedById.get(id);
      if (session === undefined || (await this.#endIfOver(session))) ended.push(id);
    }
    return ended;
  }

  async end(sessionIds: readonly string[], reason: EndReason): Promise<void> {
    await this.endIn(this.#db.kysely, sessionIds, reason);
    this.announce(sessionIds);
  }

  /** Ends sessions in the caller's transaction; call `announce` after the commit. */
  async endIn(db: Kysely<object>, sessionIds: readonly string[], reason: EndReason): Promise<void> {
    if (sessionIds.length === 0) return;
    await markSessionsEnded(db, sessionIds, { reason, atMs: this.#clock.nowMs() });
  }

  /** Ends all sessions of a subject except one; returns those to announce. */
  async endOthersIn(
    db: Kysely<object>,
    subject: Subject,
    ending: { readonly keepId: string | undefined; readonly reason: EndReason },
  ): Promise<readonly string[]> {
    const ids = await listOlderSessionIds(db, subject, 0);
    const others = ids.filter((id) => id !== ending.keepId);
    await this.endIn(db, others, ending.reason);
    return [...others, ...(await overrideQuietEnds(db, subject, ending.reason))];
  }

  /** Ends a member of staff's views of customers; returns those to announce. */
  async endViewsIn(db: Kysely<object>, staffId: number): Promise<readonly string[]> {
    const ids = await listViewIds(db, staffId);
    await this.endIn(db, ids, 'revoked');
    return ids;
  }

  /** Removes sessions with a committed end from the cache and reports them to the listeners. */
  announce(sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) this.#drop(sessionIds, 'this-program');
  }

  async endAll(subject: Subject, reason: EndReason): Promise<void> {
    await this.end(await listOlderSessionIds(this.#db.kysely, subject, 0), reason);
    this.announce(await overrideQuietEnds(this.#db.kysely, subject, reason));
  }

  /** Returns the subject's valid sessions, newest first. */
  async list(subject: Subject): Promise<readonly ListedSession[]> {
    const nowMs = this.#clock.nowMs();
    const { idleMaxMs } = limitsOf(subject);
    const listed = await listSessionsOf(this.#db.kysely, subject, nowMs);
    // The last use is written later, so the cache can have a newer one.
    return listed
      .map((session) => ({
        ...session,
        lastUsedAtMs: Math.max(
          this.#held.findById(session.id)?.lastUsedAtMs ?? 0,
          session.lastUsedAtMs,
        ),
      }))
      .filter(({ lastUsedAtMs }) => nowMs - lastUsedAtMs <= idleMaxMs);
  }

  /** Limits the number of a subject's sessions; call it after a new one was committed. */
  async limit(subject: Subject): Promise<void> {
    const tooOld = await listOlderSessionIds(this.#db.kysely, subject, OPEN_PER_SUBJECT_MAX);
    await this.end(tooOld, 'replaced');
  }

  /** Writes the pending uses. */
  async close(): Promise<void> {
    await this.#lastUses.close();
  }

  /** Registers a listener that is called after the end of a session is committed. */
  onEnded(listener: EndListener): void {
    this.#listeners.push(listener);
  }

  #drop(sessionIds: readonly string[], by: 'this-program' | 'any-program'): void {
    this.#endings += 1;
    for (const sessionId of sessionIds) this.#held.remove(sessionId);
    for (const sessionId of sessionIds) {
      this.#listeners.forEach((listener) => listener(sessionId, by));
    }
  }

  /** Ends a session whose time is over. Returns whether it has ended. */
  async #endIfOver(session: StoredSession): Promise<boolean> {
    const nowMs = this.#clock.nowMs();
    const reason = endReason(session, nowMs);
    if (reason === undefined) return false;
    if (reason === 'expired') {
      await this.end([session.id], reason);
      return true;
    }
    const unusedSinceMs = nowMs - limitsOf(session).idleMaxMs;
    const idle = { atMs: nowMs, unusedSinceMs };
    const usedAtMs = await endIdleSession(this.#db.kysely, session.id, idle);
    if (usedAtMs === undefined) {
      this.announce([session.id]);
      return true;
    }
    const held = this.#held.findById(session.id);
    if (held !== undefined) held.lastUsedAtMs = Math.max(held.lastUsedAtMs, usedAtMs);
    return false;
  }

  async #load(tokenHash: string): Promise<HeldSession | undefined> {
    const known = this.#held.findByHash(tokenHash);
    if (known !== undefined) return known;
    const endingsBefore = this.#endings;
    const stored = await findOpenSession(this.#db.kysely, tokenHash);
    if (stored === undefined) return undefined;
    const session = this.#held.findByHash(tokenHash) ?? toHeld(stored);
    // A session read while it was ending is valid for this call and must not be cached.
    if (this.#endings === endingsBefore) this.#held.add(session);
    return session;
  }

  #use(session: HeldSession): void {
    const nowMs = this.#clock.nowMs();
    session.lastUsedAtMs = nowMs;
    if (nowMs - session.lastWrittenAtMs < USE_WRITTEN_EVERY_MS) return;
    session.lastWrittenAtMs = nowMs;
    this.#lastUses.note(session.id, nowMs);
  }
}

function endReason(session: StoredSession, nowMs: number): 'expired' | 'idle' | undefined {
  if (nowMs >= session.expiresAtMs) return 'expired';
  return nowMs - session.lastUsedAtMs > limitsOf(session).idleMaxMs ? 'idle' : undefined;
}

function limitsOf({ kind }: Pick<Subject, 'kind'>): Limits {
  return kind === 'staff' ? STAFF_LIMITS : CUSTOMER_LIMITS;
}

function toHeld(stored: StoredSession): HeldSession {
  return { ...stored, lastWrittenAtMs: stored.lastUsedAtMs };
}
