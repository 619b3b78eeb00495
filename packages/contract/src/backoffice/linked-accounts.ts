// Accounts that may belong to one person, with the evidence, for staff to decide.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

export const LINK_STATUSES = ['open', 'reviewed', 'dismissed', 'confirmed'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

const TRAIT_KINDS = ['payout', 'phone', 'card', 'device', 'network'] as const;

const Shared = z.object({
  kind: z.enum(TRAIT_KINDS),
  /** The network, or the ends of the value. */
  label: z.string(),
  /** How many accounts have it; counted up to eleven. */
  accounts: z.int(),
  points: z.int(),
});

const Leg = z.object({
  position_id: Id,
  direction: z.enum(['buy', 'sell']),
  /** Amount × leverage. */
  exposure: z.number(),
  opened_at: Instant,
  closed_at: z.nullable(Instant),
});

/** Opposite positions on one symbol that were open at the same time. */
const Hedge = z.object({
  symbol: z.string(),
  /** Between the openings. */
  seconds_apart: z.number(),
  /** The smaller exposure of the larger one. */
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
  input: {},
  /** Whether it was otherwise before. */
  reply: { changed: z.boolean() },
  refusals: [],
} as const;

export const linkedAccounts = defineResource({
  name: 'linked-accounts',
  title: 'Linked accounts',
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    first_customer_id: field(Id, READ),
    second_customer_id: field(Id, READ),
    /** 0 to 100. A reason to look, no proof. */
    score: field(z.int(), READ),
    /** Opposite positions that were open at the same time; 0 for none. */
    hedges: field(z.int(), READ),
    /** Whether balance protection was paid to one of the two during a hedge. */
    protection_paid: field(z.boolean(), READ),
    status: field(z.enum(LINK_STATUSES), READ),
    found_at: field(Instant, READ),
    updated_at: field(Instant, READ),
    decided_by: field(z.nullable(z.string()), READ),
    decided_at: field(z.nullable(Instant), READ),
    note: field(z.nullable(z.string()), READ),
  },
  detail: {
    /** What both have, with the points that it gives. */
    shared: field(LinkEvidence.shape.shared, READ),
    /** The closest in time first, at most 20. */
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
      ...deciding,
      summary: 'Marks the link as looked at, with the reason as a note; nothing follows.',
      roles: REVIEW,
    },
    dismiss: {
      ...deciding,
      summary: 'Dismisses the link: the accounts are of two people. Ends what a link had changed.',
      roles: DECIDE,
    },
    link: {
      ...deciding,
      summary:
        'Confirms that the accounts are of one person. Where SHARED_PROTECTION is on, they share their balance protection.',
      roles: DECIDE,
    },
  },
});
