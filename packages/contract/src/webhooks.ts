// The customer's webhooks in the profile. Programs manage the same webhooks through the public API.
import * as z from 'zod/mini';
import { ACCOUNT_KINDS } from './practice/practice.ts';
import { defineRoute } from './route.ts';
import {
  DELIVERY_STATUSES,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookRequest,
} from './v1/webhooks.ts';
import { Id, SecondFactorCode, tokenField } from './wire.ts';

/** The number of deliveries that the profile shows of a webhook. */
export const DELIVERIES_SHOWN_MAX = 20;

// Copies without the schemas' names, because the OpenAPI document of these routes has no
// components.
const OwnWebhook = z.object(Webhook.shape);
const CreatedWebhook = z.object({ webhook: OwnWebhook, secret: NewWebhook.shape.secret });
const OwnDelivery = z.object(WebhookDelivery.shape);

export const listOwnWebhooks = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks',
  summary: 'Lists the webhooks of the customer, oldest first, without their secrets.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(OwnWebhook),
  rejections: [],
});

export const createOwnWebhook = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks/create',
  summary: 'Creates a webhook. Only this answer contains its secret.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({
    ...tokenField,
    ...WebhookRequest.shape,
    /** The account whose events are sent; the live one if absent. */
    environment: z.optional(z.enum(ACCOUNT_KINDS)),
    code: z.optional(SecondFactorCode),
  }),
  reply: CreatedWebhook,
  status: 201,
  rejections: [
    'password-required',
    'second-factor',
    'code-invalid',
    'webhook-target-refused',
    'too-many-webhooks',
  ],
});

const oneWebhook = { ...tokenField, id: Id };

export const rotateOwnSecret = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks/rotate',
  summary:
    'Replaces the secret of a webhook. Only this answer contains the new one; the previous one stays valid for 24 hours.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({ ...oneWebhook, code: z.optional(SecondFactorCode) }),
  reply: CreatedWebhook,
  rejections: ['password-required', 'second-factor', 'code-invalid', 'not-found'],
});

export const removeOwnWebhook = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks/delete',
  summary: 'Deletes a webhook with its deliveries.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject(oneWebhook),
  reply: z.object({}),
  rejections: ['not-found'],
});

export const listOwnDeliveries = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks/deliveries',
  summary: `Lists the last ${DELIVERIES_SHOWN_MAX} deliveries of a webhook, newest first.`,
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({ ...oneWebhook, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
  reply: z.array(OwnDelivery),
  rejections: ['not-found'],
});

export const resendOwnDelivery = defineRoute({
  method: 'POST',
  path: '/api/accounts/webhooks/resend',
  summary: 'Sends a delivery again with the same id, and retries it for three days.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...oneWebhook, delivery_id: Id }),
  reply: OwnDelivery,
  rejections: ['not-found'],
});
