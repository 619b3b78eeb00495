// Notifications to a customer: the list, and which of them are also mailed.
import * as z from 'zod/mini';
import { LANGUAGES } from './config.ts';
import { defineRoute } from './route.ts';
import { Id, Instant, tokenField } from './wire.ts';

export const NOTIFICATIONS_PAGE_MAX = 100;
/** The largest value of the unread counter. */
export const NOTIFICATIONS_UNREAD_MAX = 100;

/** The notification groups whose mails customers can switch off. */
export const OPTIONAL_NOTIFICATION_GROUPS = [
  'trading',
  'alerts',
  'auto-trading',
  'documents',
  'news',
] as const;
/**
 * The notification groups whose mails are always sent, because the law requires them or they
 * protect the account.
 */
export const REQUIRED_NOTICE_GROUPS = ['risk', 'money', 'security', 'account'] as const;
export const NOTIFICATION_GROUPS = [
  ...OPTIONAL_NOTIFICATION_GROUPS,
  ...REQUIRED_NOTICE_GROUPS,
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

const Language = z.enum(LANGUAGES);

export const Notification = z.object({
  id: Id,
  /** The kind of notification, such as 'stop-filled'; later versions add kinds. */
  kind: z.string(),
  group: z.enum(NOTIFICATION_GROUPS),
  title: z.string(),
  /** The notification as plain text; an empty line separates paragraphs. */
  text: z.string(),
  /** The path of the related page on this site. */
  page: z.string(),
  created_at: Instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

const Unread = z.int().check(z.minimum(0), z.maximum(NOTIFICATIONS_UNREAD_MAX));

export const NotificationPage = z.object({
  notifications: z.array(Notification),
  unread: Unread,
});
export type NotificationPage = z.infer<typeof NotificationPage>;

export const listNotifications = defineRoute({
  method: 'POST',
  path: '/api/accounts/notifications',
  summary: 'Returns the customer’s notifications, newest first, optionally before an id.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(NOTIFICATIONS_PAGE_MAX))),
    /** The language of the customer's mails. */
    language: z.optional(Language),
  }),
  reply: NotificationPage,
  rejections: [],
});

export const readNotification = defineRoute({
  method: 'POST',
  path: '/api/accounts/notifications/read',
  summary: 'Marks a notification as read, with all before it if `earlier` is true.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id, earlier: z.optional(z.boolean()) }),
  reply: z.object({ unread: Unread }),
  rejections: ['not-found'],
});

export const NotificationPreferences = z.object({
  /** The groups whose mails can't be switched off. */
  language: Language,
  groups: z.array(
    z.object({
      group: z.enum(NOTIFICATION_GROUPS),
      mail: z.boolean(),
      /** These mails can't be switched off. */
      required: z.boolean(),
    }),
  ),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const getNotificationPreferences = defineRoute({
  method: 'POST',
  path: '/api/accounts/notifications/preferences',
  summary: 'Returns the language of mails and the groups that are switched on.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: NotificationPreferences,
  rejections: [],
});

export const updateNotificationPreferences = defineRoute({
  method: 'POST',
  path: '/api/accounts/notifications/updatePreferences',
  summary: 'Changes the language of mails, or switches groups of them on or off.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    language: z.optional(Language),
    mail: z.optional(z.partialRecord(z.enum(OPTIONAL_NOTIFICATION_GROUPS), z.boolean())),
  }),
  reply: NotificationPreferences,
  rejections: [],
});
