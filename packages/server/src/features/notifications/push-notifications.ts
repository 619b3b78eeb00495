// Pushes committed notifications to the customer's open browsers. It uses jobs, because only
// committed data may be sent; a lost push does no harm, because the list has the notification.
import { NOTIFICATION_GROUPS } from '@halyard/contract/notifications';
import type { NotificationPush } from '@halyard/contract/live';
import * as z from 'zod/mini';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { countUnread } from './notification-store.ts';

export const PUSH_JOB = 'notices.push';
const ATTEMPTS_MAX = 3;

const Payload = z.object({
  customerId: z.int(),
  id: z.int(),
  kind: z.string(),
  group: z.enum(NOTIFICATION_GROUPS),
});

export type NotificationListener = (customerId: number, push: NotificationPush) => void;

/** Registers the handler of pushes; returns how to listen. Call it before the jobs start. */
export function handlePushes(deps: {
  readonly db: Database;
  readonly jobs: Jobs;
}): (listener: NotificationListener) => () => void {
  const listeners = new Set<NotificationListener>();
  deps.jobs.handle(PUSH_JOB, {
    payload: Payload,
    attemptsMax: ATTEMPTS_MAX,
    run: async ({ customerId, ...notification }) => {
      const unread = await countUnread(deps.db.kysely, customerId);
      for (const listener of listeners) listener(customerId, { ...notification, unread });
    },
  });
  return (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
