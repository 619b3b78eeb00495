// Deliveries of events to the webhooks of customers and of the operator, with their outcome. Staff
// can send dead deliveries again.
import * as z from 'zod/mini';
import { DELIVERY_STATUSES, OPERATOR_WEBHOOK_EVENTS } from '../v1/webhooks.ts';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId } from './resource.ts';
import { allow } from './roles.ts';

/** Whose webhook a delivery goes to: the customer's own, or one of the operator. */
export const WEBHOOK_OWNERS = ['customer', 'operator'] as const;

const READ = allow('support', 'compliance');

export const webhookDeliveries = defineResource({
  name: 'webhook-deliveries',
  title: 'Webhook deliveries',
  one: 'Webhook delivery',
  group: 'messages',
  heading: ['type', 'event_id'],
  brief: ['type', 'status'],
  folded: ['event_id', 'webhook_id', 'next_attempt_at', 'webhook_disabled'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    /** Null for a message of a visitor. */
    customer_id: field(z.nullable(Id), READ),
    owner: field(z.enum(WEBHOOK_OWNERS), READ),
    webhook_id: field(Id, READ),
    /** The address without its path and query, which can contain a secret of the customer. */
    receiver: field(z.string(), READ),
    event_id: field(z.string(), READ),
    type: field(z.enum(OPERATOR_WEBHOOK_EVENTS), READ),
    status: field(z.enum(DELIVERY_STATUSES), READ),
    attempts: field(z.int(), READ),
    created_at: field(Instant, READ),
    next_attempt_at: field(z.nullable(Instant), READ),
    last_error: field(z.nullable(z.string()), READ),
    /** Whether the webhook is disabled, which then receives nothing. */
    webhook_disabled: field(z.boolean(), READ),
  },
  detail: {},
  search: [],
  filters: {
    status: { schema: z.enum(DELIVERY_STATUSES), fields: ['status'] },
    type: { schema: z.enum(OPERATOR_WEBHOOK_EVENTS), fields: ['type'] },
    owner: { schema: z.enum(WEBHOOK_OWNERS), fields: ['owner'] },
    customer: { schema: PathId, fields: ['customer_id'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: allow('compliance'),
  actions: {
    resend: {
      label: 'Send again',
      when: [{ status: ['dead', 'delivered'], webhook_disabled: [false] }],
      repeats: ['customer_id', 'type', 'receiver'],
      summary: 'Sends the event again with the same id, and retries it for three days.',
      roles: allow('support'),
      on: 'one',
      many: true,
      input: {},
      reply: {},
      rejections: ['webhook-disabled'],
    },
  },
});
