// Web Push: the devices on which a customer gets notifications while no page is open, and the
// topics of these notifications.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Id, Instant, tokenField } from '../wire.ts';

/** The maximum number of devices of one customer. */
export const PUSH_DEVICES_MAX = 10;
const ENDPOINT_LENGTH_MAX = 1_000;

/** The topics that customers switch on and off; each one covers several kinds of notification. */
export const PUSH_TOPICS = ['orders', 'closes', 'margin', 'alerts', 'money', 'security'] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

/** The subscription's address at the browser's push service; it identifies the subscription. */
const Endpoint = z
  .string()
  .check(z.maxLength(ENDPOINT_LENGTH_MAX), z.regex(/^https?:\/\/[!-~]+$/, 'must be an address'));

/** The public key of the subscription: an uncompressed point of P-256 in base64url. */
const P256dh = z.string().check(z.regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url'));
/** The authentication secret of the subscription. */
const Auth = z.string().check(z.regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url'));

export const PushDevice = z.object({
  id: Id,
  /** Browser and system as reported by the device, such as 'Firefox, Windows'. */
  name: z.string(),
  created_at: Instant,
  /** When the push service last accepted a message for it; null if never. */
  delivered_at: z.nullable(Instant),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const PushSettings = z.object({
  /** The key that browsers subscribe with (VAPID), in base64url. */
  public_key: z.string(),
  devices: z.array(PushDevice),
  topics: z.array(z.object({ topic: z.enum(PUSH_TOPICS), on: z.boolean() })),
});
export type PushSettings = z.infer<typeof PushSettings>;

export const getPushSettings = defineRoute({
  method: 'POST',
  path: '/api/accounts/push',
  summary: 'Returns the devices that receive push notifications, and about what.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: PushSettings,
  rejections: [],
});

export const savePushDevice = defineRoute({
  method: 'POST',
  path: '/api/accounts/push/save',
  summary: 'Sends push notifications to this browser until its session is signed out.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, endpoint: Endpoint, p256dh: P256dh, auth: Auth }),
  reply: z.object({ id: Id }),
  rejections: ['push-target-refused', 'too-many-push-devices'],
});

export const keepPushDevice = defineRoute({
  method: 'POST',
  path: '/api/accounts/push/keep',
  summary: 'Ties a browser’s subscription to the current session; `id` is null if it is unknown.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, endpoint: Endpoint }),
  reply: z.object({ id: z.nullable(Id) }),
  rejections: [],
});

export const removePushDevice = defineRoute({
  method: 'POST',
  path: '/api/accounts/push/remove',
  summary: 'Sends no more push notifications to a device.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  rejections: ['not-found'],
});

export const testPushDevice = defineRoute({
  method: 'POST',
  path: '/api/accounts/push/test',
  summary: 'Sends a test notification, and answers when the push service has accepted it.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  rejections: ['not-found', 'push-not-delivered'],
});

export const updatePushTopics = defineRoute({
  method: 'POST',
  path: '/api/accounts/push/topics',
  summary: 'Switches topics of push notifications on or off.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    topics: z.partialRecord(z.enum(PUSH_TOPICS), z.boolean()),
  }),
  reply: PushSettings,
  rejections: [],
});

/** The decrypted content of a message, which the service worker shows. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** The path of this site that a click opens. */
  page: z.string(),
  /** A notification with the same tag is replaced. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;
