import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Report, Span } from './report.ts';

export const EVENTS_MAX = 100_000;

type Event = {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly hash: string;
};

/** Returns the audit log of a period; undefined if there are more than EVENTS_MAX entries. */
export async function reportAuditTrail(
  db: Kysely<object>,
  span: Span,
): Promise<Report | undefined> {
  const { rows } = await sql<Event>`
    select id, at, actor, action, subject, reason, ip, before::text as before,
      after::text as after, encode(hash, 'hex') as hash
    from audit_events
    where at >= ${new Date(span.fromMs)} and at < ${new Date(span.untilMs)}
    order by id limit ${EVENTS_MAX + 1}`.execute(db);
  if (rows.length > EVENTS_MAX) return undefined;
  return {
    notes: [`${rows.length} events. Each hash covers the event and the hash before it.`],
    columns: ['id', 'at', 'actor', 'action', 'subject', 'reason', 'ip', 'before', 'after', 'hash'],
    rows: rows.map((row) => [
      String(row.id),
      row.at.toISOString(),
      row.actor,
      row.action,
      row.subject,
      row.reason ?? '',
      row.ip ?? '',
      row.before ?? '',
      row.after ?? '',
      row.hash,
    ]),
  };
}
