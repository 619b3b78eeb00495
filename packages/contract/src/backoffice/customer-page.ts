// What a customer's page shows besides the record: one timeline of everything, and the accounts that
// may belong to the same person.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Id, Instant } from '../wire.ts';
import { auditEvents } from './audit-events.ts';
import { customers } from './customers.ts';
import { deposits } from './deposits.ts';
import { documents } from './documents.ts';
import { LINK_STATUSES, linkedAccounts, LinkEvidence } from './linked-accounts.ts';
import { positions } from './positions.ts';
import { PathId } from './resource.ts';
import { allow, type Role } from './roles.ts';
import { withdrawals } from './withdrawals.ts';

/** The events of a page of the timeline. */
export const TIMELINE_ROWS = 50;
/** The maximum number of related accounts, those with the highest score first. */
export const RELATED_MAX = 50;
const CURSOR_LENGTH_MAX = 200;

export const TIMELINE_KINDS = [
  'sign-ins',
  'documents',
  'deposits',
  'withdrawals',
  'trades',
  'messages',
  'staff-actions',
  'notes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The roles that see each kind of event: those that can read the same on its own page. */
export const TIMELINE_READ: Readonly<Record<TimelineKind, readonly Role[]>> = {
  'sign-ins': customers.shape.detail.sessions.read,
  documents: documents.shape.read,
  deposits: deposits.shape.read,
  withdrawals: withdrawals.shape.read,
  trades: positions.shape.read,
  messages: allow('support', 'compliance'),
  'staff-actions': auditEvents.shape.read,
  notes: customers.shape.detail.notes.read,
};

export const TimelineEvent = z.object({
  /** Unique among the events of the customer. */
  key: z.string(),
  at: Instant,
  kind: z.enum(TIMELINE_KINDS),
  /** What happened within the kind, such as 'signed-in' or the type of a transaction. */
  event: z.string(),
  /** The device, status, symbol, reason or text, depending on the event. */
  detail: z.nullable(z.string()),
  /** In euros: the transaction's amount, the margin of an opening, or the profit of a close. */
  amount: z.nullable(z.number()),
  /** The network address of a sign-in, or who acted. */
  actor: z.nullable(z.string()),
  /** The record that shows more. */
  link: z.nullable(z.object({ resource: z.string(), id: z.string() })),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const getTimeline = defineRoute({
  method: 'GET',
  path: '/api/backoffice/customers/{id}/timeline',
  summary:
    'Returns a page of what happened in a customer’s account, newest first: the kinds that the caller’s roles can read.',
  access: 'staff',
  roles: customers.shape.read,
  rate: 'ordinary',
  params: z.strictObject({ id: PathId }),
  query: z.strictObject({
    /** Only events of this kind. */
    kind: z.optional(z.enum(TIMELINE_KINDS)),
    /** The position to continue after: the `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
  }),
  reply: z.object({
    events: z.array(TimelineEvent),
    /** The position that the next page continues after; null on the last page. */
    next: z.nullable(z.string()),
  }),
  rejections: ['not-found'],
});

export const getRelatedAccounts = defineRoute({
  method: 'GET',
  path: '/api/backoffice/customers/{id}/related',
  summary:
    'Returns the accounts that may belong to the same person, with the reasons, the highest score first.',
  access: 'staff',
  roles: linkedAccounts.shape.read,
  rate: 'ordinary',
  params: z.strictObject({ id: PathId }),
  reply: z.object({
    accounts: z.array(
      z.object({
        link_id: Id,
        customer_id: Id,
        /** The name and the email address, for the roles that can read identity data. */
        name: z.optional(z.string()),
        email: z.optional(z.string()),
        score: z.int(),
        status: z.enum(LINK_STATUSES),
        shared: LinkEvidence.shape.shared,
        /** The number of opposite positions that were open at the same time. */
        hedges: z.int(),
        /** Whether balance protection was paid to one of the two accounts during a hedge. */
        protection_paid: z.boolean(),
        found_at: Instant,
      }),
    ),
  }),
  rejections: ['not-found'],
});
