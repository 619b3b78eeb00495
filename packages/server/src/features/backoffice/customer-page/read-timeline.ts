// Merges what several features know of a customer into one page, newest first.
import { TIMELINE_ROWS } from '@halyard/contract/backoffice/customer-page';
import type { TimelineEvent, TimelineKind } from '@halyard/contract/backoffice/customer-page';
import { TRANSACTION_TABS, TRANSACTION_TYPES } from '@halyard/contract/transactions';
import { cents, toEuros } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { noteTimeline } from '#features/customers/customers.ts';
import { documentTimeline } from '#features/documents/documents.ts';
import { deviceName, signInTimeline } from '#features/identity/identity.ts';
import { messageTimeline } from '#features/notifications/notifications.ts';
import { transactionTimeline } from '#features/payments/payments.ts';
import { closedTimeline, openedTimeline } from '#features/trading/trading.ts';
import { staffTimeline } from '#platform/audit/audit.ts';
import type { TimelineEnd, TimelinePart } from '#platform/timeline/timeline.ts';
import * as z from 'zod/mini';

const { deposits, bonuses, credits, withdrawals } = TRANSACTION_TABS;
const PARTS: Readonly<Record<TimelineKind, readonly TimelinePart[]>> = {
  'sign-ins': [signInTimeline],
  documents: [documentTimeline],
  deposits: [transactionTimeline([...deposits, ...bonuses, ...credits])],
  withdrawals: [transactionTimeline(withdrawals)],
  trades: [openedTimeline, closedTimeline],
  messages: [messageTimeline],
  'staff-actions': [staffTimeline],
  notes: [noteTimeline],
};
const RESOURCES: Readonly<Partial<Record<TimelineKind, string>>> = {
  documents: 'documents',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  trades: 'positions',
  'staff-actions': 'audit',
};

const Stored = z.object({
  kind: z.string(),
  key: z.string(),
  at: z.date(),
  at_micros: z.string(),
  event: z.string(),
  detail: z.nullable(z.string()),
  amount_cents: z.nullable(z.int()),
  actor: z.nullable(z.string()),
  about: z.nullable(z.string()),
});

export type TimelineQuery = {
  readonly customerId: number;
  /** The kinds that the caller asked for and can read. */
  readonly kinds: readonly TimelineKind[];
  readonly before: TimelineEnd | undefined;
};

/** Each part returns at most a page, so that a page costs the same however much there is. */
export async function readTimeline(
  db: Kysely<object>,
  { customerId, kinds, before }: TimelineQuery,
): Promise<{ readonly events: TimelineEvent[]; readonly next: TimelineEnd | undefined }> {
  const page = { customerId, before, limit: TIMELINE_ROWS + 1 };
  const parts = kinds.flatMap((kind) =>
    PARTS[kind].map((part) => sql`(select ${kind}::text as kind, p.* from (${part(page)}) p)`),
  );
  if (parts.length === 0) return { events: [], next: undefined };
  const { rows } = await sql`
    select *, (extract(epoch from at) * 1000000)::bigint::text as at_micros
    from (${sql.join(parts, sql` union all `)}) merged
    order by at desc, key collate "C" desc limit ${page.limit}`.execute(db);
  const found = z.parse(z.array(Stored), rows);
  const shown = found.slice(0, TIMELINE_ROWS);
  const last = shown.at(-1);
  const next =
    found.length > shown.length && last !== undefined
      ? { atMicros: last.at_micros, key: last.key }
      : undefined;
  return { events: shown.map((row) => toEvent(row, row.kind as TimelineKind)), next };
}

function toEvent(row: z.infer<typeof Stored>, kind: TimelineKind): TimelineEvent {
  const resource = RESOURCES[kind];
  const { about } = row;
  return {
    key: row.key,
    at: row.at.toISOString(),
    kind,
    event: toName(row.event, kind),
    detail: kind === 'sign-ins' ? deviceName(row.detail ?? '') : row.detail,
    amount: row.amount_cents === null ? null : toEuros(cents(row.amount_cents)),
    actor: row.actor,
    link: resource === undefined || about === null ? null : { resource, id: about },
  };
}

function toName(event: string, kind: TimelineKind): string {
  if (kind !== 'deposits' && kind !== 'withdrawals') return event;
  return TRANSACTION_TYPES[Number(event) as keyof typeof TRANSACTION_TYPES];
}
