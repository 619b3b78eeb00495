// Notifications on their way from the program that pushes them to the edges.
import { NOTIFICATION_GROUPS } from '@halyard/contract/notifications';
import * as z from 'zod/mini';
import type { NotificationListener, Notifications } from '#features/notifications/notifications.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { Foundation } from './foundation.ts';
import type { Trade } from './trade.ts';

const PUSH_SUBJECT = 'notifications.push';
const PushMessage = z.object({
  customerId: z.int(),
  push: z.object({
    id: z.int(),
    kind: z.string(),
    group: z.enum(NOTIFICATION_GROUPS),
    unread: z.int(),
  }),
});

/** Returns how an edge learns of notifications; undefined in the program that pushes them. */
export function receivePushes({
  messages,
  owner,
}: Pick<Foundation & Trade, 'messages' | 'owner'>):
  | ((listener: NotificationListener) => () => void)
  | undefined {
  if (messages === undefined || owner !== undefined) return undefined;
  return (listener) =>
    messages.subscribe(PUSH_SUBJECT, PushMessage, ({ customerId, push }) =>
      listener(customerId, push),
    ).end;
}

/** Sends notifications to the edges until the returned function is called. */
export function sendPushes(
  messages: Messages,
  notifications: Pick<Notifications, 'onNotified'>,
): () => void {
  return notifications.onNotified((customerId, push) =>
    messages.publish(PUSH_SUBJECT, { customerId, push }),
  );
}
