import { NOTIFICATIONS_UNREAD_MAX } from '@halyard/contract/notifications';
import type { NotificationGroup } from '@halyard/contract/notifications';
import type { Language } from '@halyard/contract/config';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';
import type { NotificationKind } from './kinds.ts';
import type { StoredFacts } from './render-notification-text.ts';

type NotificationsTables = {
  notifications: Tables['notifications'];
  mails_off: Tables['mails_off'];
  /** The columns of the customers' table that a mail needs. */
  customers: Narrow<'customers', { language: Language }>;
};

const PURGE_ROWS_MAX = 1000;

export type Recipient = {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
};

export async function findRecipient(
  db: Kysely<object>,
  customerId: number,
): Promise<Recipient | undefined> {
  const row = await tables(db)
    .selectFrom('customers')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { email: row.email, firstName: row.first_name, language: row.language };
}

export type NewNotification = {
  readonly customerId: number;
  readonly kind: NotificationKind;
  readonly key: string;
  readonly facts: StoredFacts;
  readonly atMs: number;
};

/**
 * Stores a notification; undefined if the customer already has one with this key, even
 * concurrently.
 */
export async function insertNotification(
  db: Kysely<object>,
  notification: NewNotification,
): Promise<number | undefined> {
  const inserted = await tables(db)
    .insertInto('notifications')
    .values({
      customer_id: notification.customerId,
      kind: notification.kind,
      key: notification.key,
      facts: sql`${JSON.stringify(notification.facts)}::jsonb`,
      created_at: new Date(notification.atMs),
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export type NotificationRow = Pick<
  Selectable<Tables['notifications']>,
  'id' | 'kind' | 'facts' | 'created_at' | 'read_at'
>;

/**
 * Returns notifications, newest first. Kinds of a newer version that are unknown here are omitted.
 */
export async function listNotificationRows(
  db: Kysely<object>,
  page: {
    readonly customerId: number;
    readonly beforeId: number | undefined;
    readonly limit: number;
  },
): Promise<readonly NotificationRow[]> {
  const newestFirst = tables(db)
    .selectFrom('notifications')
    .select(['id', 'kind', 'facts', 'created_at', 'read_at'])
    .where('customer_id', '=', page.customerId)
    .where('kind', 'in', Object.keys(NOTIFICATION_KINDS))
    .orderBy('id', 'desc')
    .limit(page.limit);
  const { beforeId } = page;
  return await (
    beforeId === undefined ? newestFirst : newestFirst.where('id', '<', beforeId)
  ).execute();
}

/** Returns the number of unread notifications, at most NOTIFICATIONS_UNREAD_MAX. */
export async function countUnread(db: Kysely<object>, customerId: number): Promise<number> {
  const rows = await tables(db)
    .selectFrom('notifications')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('read_at', 'is', null)
    .where('kind', 'in', Object.keys(NOTIFICATION_KINDS))
    .limit(NOTIFICATIONS_UNREAD_MAX)
    .execute();
  return rows.length;
}

export async function isNotificationOf(
  db: Kysely<object>,
  customerId: number,
  id: number,
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function markRead(
  db: Kysely<object>,
  read: {
    readonly customerId: number;
    readonly id: number;
    readonly isWithEarlier: boolean;
    readonly atMs: number;
  },
): Promise<void> {
  await tables(db)
    .updateTable('notifications')
    .set({ read_at: new Date(read.atMs) })
    .where('customer_id', '=', read.customerId)
    .where('id', read.isWithEarlier ? '<=' : '=', read.id)
    .where('read_at', 'is', null)
    .execute();
}

export async function listMailsOff(
  db: Kysely<object>,
  customerId: number,
): Promise<ReadonlySet<string>> {
  const rows = await tables(db)
    .selectFrom('mails_off')
    .select('mail_group')
    .where('customer_id', '=', customerId)
    .execute();
  return new Set(rows.map((row) => row.mail_group));
}

export async function switchMail(
  db: Kysely<object>,
  mail: { readonly customerId: number; readonly group: NotificationGroup; readonly isOn: boolean },
): Promise<void> {
  const { customerId, group, isOn } = mail;
  if (isOn) {
    await tables(db)
      .deleteFrom('mails_off')
      .where('customer_id', '=', customerId)
      .where('mail_group', '=', group)
      .execute();
    return;
  }
  await tables(db)
    .insertInto('mails_off')
    .values({ customer_id: customerId, mail_group: group })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteNotificationsOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('notifications').where('customer_id', '=', customerId).execute();
  await tables(tx).deleteFrom('mails_off').where('customer_id', '=', customerId).execute();
}

/** Deletes old notifications; returns how many. There may be more. */
export async function deleteNotificationsBefore(
  db: Kysely<object>,
  beforeMs: number,
): Promise<number> {
  const old = tables(db)
    .selectFrom('notifications')
    .select('id')
    .where('created_at', '<', new Date(beforeMs))
    .limit(PURGE_ROWS_MAX);
  const deleted = await tables(db)
    .deleteFrom('notifications')
    .where('id', 'in', old)
    .returning('id')
    .execute();
  return deleted.length;
}

function tables(db: Kysely<object>): Kysely<NotificationsTables> {
  return db.withTables<NotificationsTables>();
}
