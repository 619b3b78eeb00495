// The audit log: who did what to whom, from which address, and why. Append only: the table rejects
// update and delete, and each row contains a hash of itself and the previous row, so a missing or
// changed row is detected. Frequent records are queued and join the chain within a second.
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely } from 'kysely';

export { startChaining } from './chain-queued.ts';
export { staffTimeline } from './staff-timeline.ts';

export type AuditEvent = {
  /** Who acted: 'customer:17', 'staff:2', 'operator:root', 'system'. */
  readonly actor: string;
  /** What was done, such as 'account.block' or 'session.start'. */
  readonly action: string;
  /** Whom or what it concerned: 'customer:17', 'installation'. */
  readonly subject: string;
  readonly reason?: string;
  /** The values before the change, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

/** The values shared by everything that one request records. */
export type AuditOrigin = {
  readonly ip: string;
  readonly reason?: string;
  /** The member of staff who opened the customer session: 'staff:2'. */
  readonly openedBy?: string | undefined;
};

const origins = new AsyncLocalStorage<AuditOrigin>();

/**
 * Gives this origin to everything that `work` records, at any depth: a use case knows the actor,
 * but not the request.
 */
export async function withAuditOrigin<Result>(
  origin: AuditOrigin,
  work: () => Promise<Result>,
): Promise<Result> {
  const { openedBy = origins.getStore()?.openedBy } = origin;
  return await origins.run({ ...origin, openedBy }, work);
}

/**
 * Writes in the caller's transaction, so that the action and its record are committed together.
 * Make it the last statement: it locks the end of the hash chain, and others wait for the lock
 * until the commit.
 */
export async function recordAudit(
  db: Kysely<object>,
  atMs: number,
  event: AuditEvent,
): Promise<void> {
  await sql`insert into audit_events ${valuesOf(atMs, event)}`.execute(db);
}

/**
 * Writes a frequent record in the caller's transaction without a lock. It joins the chain within a
 * second, before any record that is written after its commit. Until then somebody who bypasses the
 * triggers could remove it undetected, so use it for sign-ins only.
 */
export async function queueAudit(
  db: Kysely<object>,
  atMs: number,
  event: AuditEvent,
): Promise<void> {
  await sql`insert into audit_queue ${valuesOf(atMs, event)}`.execute(db);
}

function valuesOf(atMs: number, event: AuditEvent) {
  const origin = origins.getStore();
  const { actor, after } = toActing(event, origin?.openedBy);
  return sql`(at, actor, action, subject, reason, before, after, ip)
    values (
      ${new Date(atMs)}, ${actor}, ${event.action}, ${event.subject},
      ${event.reason ?? origin?.reason ?? null},
      ${toJson(event.before)}::jsonb, ${toJson(after)}::jsonb, ${origin?.ip ?? null})`;
}

/** Actions in a session that staff opened are recorded as theirs, never the customer's. */
function toActing(event: AuditEvent, openedBy: string | undefined) {
  const { actor, after } = event;
  if (openedBy === undefined || !actor.startsWith('customer:')) return { actor, after };
  return { actor: openedBy, after: { ...after, sessionOf: actor } };
}

/** Returns the id of the first event that was changed; undefined if the chain is intact. */
export async function findAuditProblem(db: Kysely<object>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`select audit_first_fault() as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

const QUEUED_MAX_SECONDS = 60;

/** Returns how many queued records should have joined the chain long ago. */
export async function countUnchained(db: Kysely<object>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_queue
    where queued_at < clock_timestamp() - ${QUEUED_MAX_SECONDS} * interval '1 second'`.execute(db);
  return rows[0]?.count ?? 0;
}

function toJson(value: Readonly<Record<string, unknown>> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
