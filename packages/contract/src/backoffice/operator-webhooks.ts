// Webhooks of the operator: addresses that receive the events of all customers.
import * as z from 'zod/mini';
import { ACCOUNT_KINDS } from '../practice/practice.ts';
import { about } from '../v1/atoms.ts';
import {
  NewWebhook,
  OPERATOR_WEBHOOK_EVENTS,
  OPERATOR_WEBHOOKS_MAX,
  WebhookRequest,
} from '../v1/webhooks.ts';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

const ADMIN = allow();
const { url: Url } = WebhookRequest.shape;
const Events = z
  .array(z.enum(OPERATOR_WEBHOOK_EVENTS))
  .check(
    z.minLength(1),
    z.maxLength(OPERATOR_WEBHOOK_EVENTS.length),
    about('Events of customers, and new work for staff.', [
      'withdrawal.requested',
      'position.closed',
    ]),
  );
/** The signing secret. It is shown once, to the person who created it. */
const secret = NewWebhook.shape.secret;
const changing = { roles: ADMIN, on: 'one', input: {}, reply: {}, rejections: [] } as const;

export const operatorWebhooks = defineResource({
  name: 'operator-webhooks',
  title: 'Operator webhooks',
  one: 'Operator webhook',
  group: 'administration',
  heading: ['url'],
  folded: ['previous_secret_until'],
  id: PathId,
  read: ADMIN,
  row: {
    id: field(Id, ADMIN),
    url: field(z.string(), ADMIN),
    environment: field(z.enum(ACCOUNT_KINDS), ADMIN),
    events: field(Events, ADMIN),
    disabled: field(z.boolean(), ADMIN),
    created_at: field(Instant, ADMIN),
    /** After a rotation, deliveries are also signed with the previous secret until this time. */
    previous_secret_until: field(z.nullable(Instant), ADMIN),
  },
  detail: {
    pending_deliveries: field(z.int(), ADMIN),
    /** The number of pending deliveries whose last attempt failed; at most one per customer. */
    retried_deliveries: field(z.int(), ADMIN),
    failed_deliveries: field(z.int(), ADMIN),
    last_failed_at: field(z.nullable(Instant), ADMIN),
    /**
     * The error of the last delivery that failed permanently; without one, that of a delivery that
     * is being retried.
     */
    last_error: field(z.nullable(z.string()), ADMIN),
  },
  search: [],
  filters: {
    environment: { schema: z.enum(ACCOUNT_KINDS), fields: ['environment'] },
    disabled: { schema: QueryFlag, fields: ['disabled'] },
  },
  sorts: ['id'],
  order: 'asc',
  export: ADMIN,
  actions: {
    create: {
      label: 'Create a webhook',
      summary: `Sends the events of all customers to an address. The secret is shown once. You can have up to ${OPERATOR_WEBHOOKS_MAX} webhooks.`,
      roles: ADMIN,
      on: 'all',
      input: { url: Url, environment: z.enum(ACCOUNT_KINDS), events: Events },
      reply: { id: Id, secret },
      rejections: ['webhook-target-refused', 'too-many-webhooks'],
    },
    'rotate-secret': {
      ...changing,
      repeats: ['url'],
      summary:
        'Replaces the secret, which is shown once. For 24 hours deliveries are signed with the previous one too.',
      reply: { secret },
    },
    disable: {
      ...changing,
      when: [{ disabled: [false] }],
      repeats: ['url'],
      summary: 'Sends no more events. Pending deliveries fail and can be sent again later.',
    },
    enable: {
      ...changing,
      when: [{ disabled: [true] }],
      repeats: ['url'],
      summary: 'Sends events again from now on.',
    },
    delete: {
      ...changing,
      removes: true,
      repeats: ['url'],
      summary: 'Deletes the webhook with its deliveries.',
    },
  },
});
