// Accounts that may belong to one person, with the evidence for the staff's decision.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

export const LINK_STATUSES = ['open', 'reviewed', 'dismissed', 'confirmed'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

const TRAIT_KINDS = ['payout', 'phone', 'card', 'device', 'network'] as const;

const Shared = z.object({
  kind: z.enum(TRAIT_KINDS),
  /** The trait's label: the network, or the first and last characters of the value. */
  label: z.string(),
  /** The number of accounts with this trait; counted up to eleven. */
  accounts: z.int(),
  points: z.int(),
});

const Leg = z.object({
  position_id: Id,
  direction: z.enum(['buy', 'sell']),
  /** The position's notional: margin × leverage. */
  exposure: z.number(),
  opened_at: Instant,
  closed_at: z.nullable(Instant),
});

/** Opposite positions on one symbol that were open at the same time. */
const Hedge = z.object({
  symbol: z.string(),
  /** The time between the openings of the hedging positions, in seconds. */
  seconds_apart: z.number(),
  /** The smaller notional as a percentage of the larger. */
  match_percent: z.int(),
  first: Leg,
  second: Leg,
});

export const LinkEvidence = z.object({ shared: z.array(Shared), hedges: z.array(Hedge) });
export type LinkEvidence = z.infer<typeof LinkEvidence>;

const READ = allow('compliance', 'finance', 'dealing');
const REVIEW = allow('compliance', 'dealing');
const DECIDE = allow('compliance');

const deciding = {
  on: 'one',
  repeats: ['first_customer_id', 'second_customer_id', 'score'],
  input: {},
  /** The reply of the link actions: whether anything changed. */
  reply: { changed: z.boolean() },
  rejections: [],
} as const;

/** Takes a decision back; a link that nobody has decided about can't become open again. */
const FORMER = {
  field: 'status',
  actions: { reviewed: 'review', dismissed: 'dismiss', confirmed: 'link' },
} as const;

export const linkedAccounts = defineResource({
  name: 'linked-accounts',
  title: 'Linked accounts',
  one: 'Linked accounts',
  group: 'clients',
  brief: ['first_customer_id', 'second_customer_id', 'score'],
  folded: ['updated_at', 'decided_by', 'decided_at', 'note'],
  queues: [{ name: 'open', text: 'open', filter: { status: 'open' }, urgency: 3 }],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    first_customer_id: field(Id, READ),
    second_customer_id: field(Id, READ),
    /** The score of the link from 0 to 100. It is a reason to investigate, not evidence. */
    score: field(z.int(), READ),
    /** The number of hedges: opposite positions open at the same time. */
    hedges: field(z.int(), READ),
    /** Whether balance protection was paid to one of the two accounts during a hedge. */
    protection_paid: field(z.boolean(), READ),
    status: field(z.enum(LINK_STATUSES), READ),
    found_at: field(Instant, READ),
    updated_at: field(Instant, READ),
    decided_by: field(z.nullable(z.string()), READ),
    decided_at: field(z.nullable(Instant), READ),
    note: field(z.nullable(z.string()), READ),
  },
  detail: {
    /** The shared traits with their points. */
    shared: field(LinkEvidence.shape.shared, READ),
    /** The hedges between the accounts, the closest in time first, at most 20. */
    opposite_trades: field(LinkEvidence.shape.hedges, READ),
  },
  search: [],
  filters: {
    status: { schema: z.enum(LINK_STATUSES), fields: ['status'] },
    hedging: { schema: QueryFlag, fields: ['hedges'] },
    customer: { schema: PathId, fields: ['first_customer_id', 'second_customer_id'] },
  },
  sorts: ['id', 'score'],
  order: 'desc',
  export: DECIDE,
  actions: {
    review: {
      label: 'Mark as reviewed',
      when: [{ status: ['open'] }],
      ...deciding,
      summary: 'Marks the link as reviewed, with the reason as a note, without further effect.',
      roles: REVIEW,
    },
    dismiss: {
      when: [{ status: ['open', 'reviewed', 'confirmed'] }],
      undo: FORMER,
      ...deciding,
      summary:
        'Dismisses the link: the accounts belong to two people. Reverts what a confirmed link changed.',
      roles: DECIDE,
    },
    link: {
      label: 'Confirm the link',
      when: [{ status: ['open', 'reviewed', 'dismissed'] }],
      undo: FORMER,
      ...deciding,
      summary:
        'Confirms that the accounts belong to one person. With SHARED_PROTECTION on, they share their balance protection.',
      roles: DECIDE,
    },
  },
});
