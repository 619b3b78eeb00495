import type { Language } from '@halyard/contract/config';
import { NOTIFICATIONS_PAGE_MAX } from '@halyard/contract/notifications';
import type { Notification, NotificationPage } from '@halyard/contract/notifications';
import { assert, assertPresent } from '@halyard/core/assertion';
import type { Database } from '#platform/db/db.ts';
import { isNotificationKind, NOTIFICATION_KINDS } from './kinds.ts';
import { countUnread, findRecipient, listNotificationRows } from './notification-store.ts';
import type { NotificationRow } from './notification-store.ts';
import { renderNotificationText } from './render-notification-text.ts';

export type ListRequest = {
  readonly customerId: number;
  readonly before: number | undefined;
  readonly limit: number | undefined;
  readonly language: Language | undefined;
};

/** Returns a page of a customer's notifications, newest first. */
export async function listNotifications(
  deps: { readonly db: Database },
  request: ListRequest,
): Promise<NotificationPage> {
  const { customerId } = request;
  const db = deps.db.kysely;
  const recipient = assertPresent(await findRecipient(db, customerId), 'a session has a customer');
  const rows = await listNotificationRows(db, {
    customerId,
    beforeId: request.before,
    limit: request.limit ?? NOTIFICATIONS_PAGE_MAX,
  });
  const language = request.language ?? recipient.language;
  return {
    notifications: rows.map((row) => toWire(row, language)),
    unread: await countUnread(db, customerId),
  };
}

function toWire(row: NotificationRow, language: Language): Notification {
  const { kind } = row;
  assert(isNotificationKind(kind), 'only known kinds are read');
  const { group, page } = NOTIFICATION_KINDS[kind];
  return {
    id: row.id,
    kind,
    group,
    page,
    ...renderNotificationText(kind, row.facts, language),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}
