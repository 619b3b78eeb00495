import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { countUnread, isNotificationOf, markRead } from './notification-store.ts';

/** Marks one notification as read, or also all before it; returns the number of unread ones. */
export async function readNotification(
  deps: { readonly db: Database; readonly clock: Clock },
  request: { readonly customerId: number; readonly id: number; readonly isWithEarlier: boolean },
): Promise<Answer<{ unread: number }>> {
  const db = deps.db.kysely;
  const { customerId, id } = request;
  if (!(await isNotificationOf(db, customerId, id))) return refused({ code: 'not-found' });
  await markRead(db, { ...request, atMs: deps.clock.nowMs() });
  return ok({ unread: await countUnread(db, customerId) });
}
