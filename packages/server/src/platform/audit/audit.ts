// Who did what to whom, where from, and why. Append only: the table refuses update and delete, and
// each row carries a hash over itself and the row before, so a missing or changed row shows.
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely } from 'kysely';

export type AuditEvent = {
  /** 'customer:17', 'staff:2', 'operator:root', 'system'. */
  readonly actor: string;
  /** 'account.block', 'session.start', … */
  readonly action: string;
  /** What it was done to: 'customer:17', 'installation'. */
  readonly subject: string;
  readonly reason?: string;
  /** What changed, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

/** What is the same of everything that one request records. */
export type AuditOrigin = {
  readonly ip: string;
  readonly reason?: string;
  /** Who acts in a customer's session that they opened: 'staff:2'. */
  readonly openedBy?: string | undefined;
};

const origins = new AsyncLocalStorage<AuditOrigin>();

/**
 * Whatever `work` records bears this origin, however deep inside it is recorded: a use case knows
 * who acts, not by which wire they came.
 */
export async function withAuditOrigin<Result>(
  origin: AuditOrigin,
  work: () => Promise<Result>,
): Promise<Result> {
  const { openedBy = origins.getStore()?.openedBy } = origin;
  return await origins.run({ ...origin, openedBy }, work);
}

/**
 * Writes in the caller's transaction, so that the deed and its record are committed together.
 * The chain has one end: let it be the last statement, others wait for it until the commit.
 */
export async function recordAudit(
  db: Kysely<object>,
  atMs: number,
  event: AuditEvent,
): Promise<void> {
  const origin = origins.getStore();
  const { actor, after } = toActing(event, origin?.openedBy);
  await sql`
    insert into audit_events (at, actor, action, subject, reason, before, after, ip)
    values (
      ${new Date(atMs)}, ${actor}, ${event.action}, ${event.subject},
      ${event.reason ?? origin?.reason ?? null},
      ${toJson(event.before)}::jsonb, ${toJson(after)}::jsonb, ${origin?.ip ?? null})`.execute(db);
}

/** What is done in a session that staff opened is theirs, never the customer's. */
function toActing(event: AuditEvent, openedBy: string | undefined) {
  const { actor, after } = event;
  if (openedBy === undefined || !actor.startsWith('customer:')) return { actor, after };
  return { actor: openedBy, after: { ...after, sessionOf: actor } };
}

/** The id of the first event that is not as it was written; undefined when the chain is whole. */
export async function findAuditFault(db: Kysely<object>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`select audit_first_fault() as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

function toJson(value: Readonly<Record<string, unknown>> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
