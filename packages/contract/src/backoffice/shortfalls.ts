// Negative balances after losses on accounts with shared balance protection, for the staff's
// decision.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { defineResource, field, PathId } from './resource.ts';
import { allow } from './roles.ts';

export const SHORTFALL_STATUSES = ['open', 'settling', 'settled'] as const;
export type ShortfallStatus = (typeof SHORTFALL_STATUSES)[number];

const Linked = z.object({
  customer_id: Id,
  /** What the linked account could withdraw now, and so contribute to the shortfall. */
  available: z.number(),
  /** The linked account's funds held for withdrawals. Reject the withdrawals to free the money. */
  held: z.number(),
});

const Cover = z.object({ customer_id: Id, amount: z.number() });

const READ = allow('compliance', 'finance');
const DECIDE = allow('finance');

const settling = {
  on: 'one',
  when: [{ status: ['open'] }],
  repeats: ['customer_id', 'amount'],
  input: {},
  reply: {
    waiting: Waiting,
    /** The part of the shortfall that linked accounts paid. */
    covered: z.number(),
    /** The part of the shortfall that balance protection paid. */
    paid: z.number(),
  },
} as const;

export const shortfalls = defineResource({
  name: 'shortfalls',
  title: 'Shortfalls',
  one: 'Shortfall',
  group: 'money',
  brief: ['status', 'amount'],
  folded: ['reason', 'decided_at'],
  queues: [{ name: 'open', text: 'open', filter: { status: 'open' }, urgency: 1 }],
  id: PathId,
  read: READ,
  row: {
    /** The position whose close left the shortfall. */
    id: field(Id, READ),
    customer_id: field(Id, READ),
    amount: field(z.number(), READ),
    occurred_at: field(Instant, READ),
    status: field(z.enum(SHORTFALL_STATUSES), READ),
    /**
     * What linked accounts paid of the shortfall; balance protection paid the rest. Null until it
     * is settled.
     */
    covered: field(z.nullable(z.number()), READ),
    decided_by: field(z.nullable(z.string()), READ),
    decided_at: field(z.nullable(Instant), READ),
    reason: field(z.nullable(z.string()), READ),
  },
  detail: {
    /** The accounts that staff have linked with the customer's. */
    linked: field(z.array(Linked), READ),
    covers: field(z.array(Cover), READ),
  },
  search: [],
  filters: {
    status: { schema: z.enum(SHORTFALL_STATUSES), fields: ['status'] },
    customer: { schema: PathId, fields: ['customer_id'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: {
    cover: {
      ...settling,
      summary:
        'Linked accounts cover the shortfall from their withdrawable funds; balance protection pays the rest. Above the limit two people must approve it.',
      roles: DECIDE,
      rejections: [...APPROVAL_REJECTIONS, 'cover-impossible', 'duplicate-id', 'transaction-stage'],
    },
    pay: {
      ...settling,
      summary:
        'Balance protection pays all of the shortfall. Above the limit two people must approve it.',
      roles: DECIDE,
      rejections: [...APPROVAL_REJECTIONS, 'duplicate-id', 'transaction-stage'],
    },
  },
});
