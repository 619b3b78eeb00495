// Webhooks of the public API: URLs that receive events, signed according to Standard Webhooks.
import * as z from 'zod/mini';
import { about, component, Environment, OpaqueId, Page, pageQuery, Time } from './atoms.ts';
import { defineOperation } from './operation.ts';

export const WEBHOOKS_MAX = 5;
/** The maximum number of webhooks of the operator. */
export const OPERATOR_WEBHOOKS_MAX = 10;
const URL_LENGTH_MAX = 500;

export const WEBHOOK_EVENTS = [
  'order.filled',
  'order.cancelled',
  'order.expired',
  'order.rejected',
  'position.closed',
  'margin.warning',
  'deposit.completed',
  'withdrawal.paid',
  'customer.verified',
  'customer.unverified',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The events of a webhook of the operator: those of customers, and new work for staff. */
export const OPERATOR_WEBHOOK_EVENTS = [
  ...WEBHOOK_EVENTS,
  'withdrawal.requested',
  'deposit.requested',
  'deposit.in_review',
  'document.uploaded',
  'message.received',
] as const;
export type OperatorWebhookEvent = (typeof OPERATOR_WEBHOOK_EVENTS)[number];

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .check(
    z.minLength(1),
    z.maxLength(WEBHOOK_EVENTS.length),
    about(
      'Events that happen without a request of yours, such as the fill of an entry order or a stop-out.',
      ['order.filled', 'position.closed'],
    ),
  );

export const Webhook = z
  .object({
    id: OpaqueId,
    url: z.string().check(about('Where events are sent.', 'https://bot.example.com/halyard')),
    environment: Environment,
    events: Events,
    created_at: Time,
    previous_secret_until: z
      .nullable(Time)
      .check(
        about(
          'Until this time, deliveries are also signed with the previous secret; null if there is none.',
          null,
        ),
      ),
  })
  .check(component('Webhook', 'An address that events are sent to.'));
export type Webhook = z.infer<typeof Webhook>;

const Secret = z
  .string()
  .check(
    about(
      'The key of the signatures, as Standard Webhooks has it. It is in this answer alone.',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  );

export const NewWebhook = z
  .object({ webhook: Webhook, secret: Secret })
  .check(component('NewWebhook', 'A webhook with its new secret.'));
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookRequest = z
  .strictObject({
    url: z
      .string()
      .check(
        z.maxLength(URL_LENGTH_MAX),
        z.regex(/^https?:\/\/[!-~]+$/, 'must be an https address'),
        about('An https address outside private networks.', 'https://bot.example.com/halyard'),
      ),
    events: Events,
  })
  .check(component('WebhookRequest', 'Where to send which events.'));

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;

export const WebhookDelivery = z
  .object({
    id: OpaqueId,
    event_id: z
      .string()
      .check(
        about('The value of the header `webhook-id`, the same in every attempt.', 'evt_3kTMd5yEx9'),
      ),
    type: z.enum(WEBHOOK_EVENTS).check(about('What happened.', 'order.filled')),
    status: z
      .enum(DELIVERY_STATUSES)
      .check(about('`dead` after three days without success.', 'dead')),
    attempts: z.int().check(about('The number of attempts so far.', 9)),
    created_at: Time,
    next_attempt_at: z.nullable(Time).check(about('Null unless the delivery is pending.', null)),
    last_error: z
      .nullable(z.string())
      .check(about('Why the last attempt failed.', 'The receiver answered 500')),
  })
  .check(component('WebhookDelivery', 'An event for a webhook.'));
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const webhookParams = { webhook_id: OpaqueId.check(about('The id of the webhook.', '4711')) };

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: "Returns the webhooks of the key's account without their secrets, oldest first.",
  scope: 'read',
  status: 200,
  reply: Page('WebhookPage', Webhook),
  codes: [],
});

export const createWebhook = defineOperation({
  id: 'createWebhook',
  tag: 'webhooks',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description: `Sends events of the key's account to an address from now on. You can have ${WEBHOOKS_MAX} webhooks, those of the practice account included.`,
  scope: 'trade',
  body: WebhookRequest,
  isRepeatable: false,
  status: 201,
  reply: NewWebhook,
  codes: ['webhook-target-refused', 'too-many-webhooks'],
});

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  tag: 'webhooks',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook with its deliveries.',
  scope: 'trade',
  params: z.strictObject(webhookParams),
  status: 204,
  codes: ['not-found'],
});

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  tag: 'webhooks',
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate_secret',
  isRepeatable: false,
  summary: 'Rotate the secret of a webhook',
  description:
    'Replaces the secret. For 24 hours deliveries are signed with the previous one too, so that no receiver fails in between.',
  scope: 'trade',
  params: z.strictObject(webhookParams),
  status: 200,
  reply: NewWebhook,
  codes: ['not-found'],
});

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  tag: 'webhooks',
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Returns the deliveries of the last 30 days, newest first.',
  scope: 'read',
  params: z.strictObject(webhookParams),
  query: z.strictObject({
    ...pageQuery,
    status: z
      .optional(z.enum(DELIVERY_STATUSES))
      .check(about('Which deliveries to list; all if absent.', 'dead')),
  }),
  status: 200,
  reply: Page('WebhookDeliveryPage', WebhookDelivery),
  codes: ['not-found'],
});

export const resendWebhookDelivery = defineOperation({
  id: 'resendWebhookDelivery',
  tag: 'webhooks',
  method: 'POST',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
  summary: 'Resend a delivery',
  description:
    'Sends a delivery again with its `webhook-id`, whether it is dead or was delivered, and retries it for three days.',
  scope: 'trade',
  params: z.strictObject({
    ...webhookParams,
    delivery_id: OpaqueId.check(about('The id of the delivery.', '4711')),
  }),
  status: 200,
  reply: WebhookDelivery,
  codes: ['not-found'],
});
