import { auditEvents } from '@halyard/contract/backoffice/audit-events';
import { sql } from 'kysely';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import { isAbout } from './audit-subjects.ts';

const Stored = z.object({
  id: z.int(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
});
const Change = z.nullable(z.record(z.string(), z.unknown()));
const Changes = z.object({ before: Change, after: Change });

const ID = { by: sql`id`, type: 'bigint' } as const;

const list = {
  select: sql`id, at, actor, action, subject, reason, ip`,
  from: sql`audit_events`,
  key: ID,
  sorts: { id: ID },
  filters: {
    actor: (value: string) => sql`actor = ${value}`,
    subject: (value: string) => sql`subject = ${value}`,
    record: isAbout,
    action: (value: string) => sql`action = ${value}`,
    from: (day: string) => sql`at >= ${day}::date::timestamp at time zone 'UTC'`,
    until: (day: string) => sql`at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
  search: {},
  toRow: (record) => {
    const { at, ...row } = z.parse(Stored, record);
    return { ...row, at: at.toISOString() };
  },
} satisfies ListSource<unknown>;

export function auditResource(deps: FrameDeps): readonly RouteBinding[] {
  const changesOf = async (id: number): Promise<z.infer<typeof Changes>> => {
    const [row] = await deps.db.query('select before, after from audit_events where id = $1', [id]);
    return z.parse(Changes, row);
  };
  return bindResource(deps, auditEvents, {
    list,
    detail: {
      before: async (id) => (await changesOf(id)).before,
      after: async (id) => (await changesOf(id)).after,
    },
    actions: {},
  });
}
