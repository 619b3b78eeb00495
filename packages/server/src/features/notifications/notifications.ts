// Notifications: a list in the customer's account, and mails in their language. Other features
// report events inside their own transaction; the texts are created here.
import type { Language } from '@halyard/contract/config';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { deleteNotificationsOf } from './notification-store.ts';
import { notify } from './notify.ts';
import type { NewNotification, NotificationWriter } from './notify.ts';
import type { PreferencesDeps } from './preferences.ts';
import { repeatNotificationPurge } from './purge-notifications.ts';
import { handlePushes } from './push-notifications.ts';
import type { NotificationListener } from './push-notifications.ts';
import { notificationsRoutes } from './routes.ts';
import { notifyOperator, notifyStaff } from './notify-operator.ts';
import type { OperatorMessage, StaffMessage } from './notify-operator.ts';

export { messageTimeline } from './message-timeline.ts';
export type { NewNotification } from './notify.ts';
export type { OperatorMessage } from './notify-operator.ts';
export type { NotificationListener } from './push-notifications.ts';
export { renderNotification } from './render-notification.ts';

export type Notifications = {
  readonly routes: readonly RouteBinding[];
  /**
   * Notifies a customer: a row of their list, and a mail unless they switched its group off. Both
   * commit with the caller's transaction, once per key.
   */
  notify(tx: Kysely<object>, notification: NewNotification): Promise<void>;
  /** Deletes a customer's notifications and mail preferences. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Mails the operator, if the installation has an address for that. */
  notifyOperator(tx: Kysely<object>, message: OperatorMessage): Promise<void>;
  /** Mails a member of staff. */
  notifyStaff(tx: Kysely<object>, message: StaffMessage): Promise<void>;
  /**
   * Calls the listener for each notification after its commit; returns a function that removes it.
   */
  onNotified(listener: NotificationListener): () => void;
  /**
   * Registers a writer that is called in the transaction of each notification, once per key, so
   * that what it writes commits with it.
   */
  onWritten(writer: NotificationWriter): void;
};

export type NotificationsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** How an edge learns of notifications, which another program pushes; undefined elsewhere. */
  readonly listenForPushes?: ((listener: NotificationListener) => () => void) | undefined;
  readonly settings: {
    readonly operatorName: string;
    readonly operatorEmail: string | undefined;
  };
  /** Sets the language, which the customers feature stores. */
  readonly setLanguage: PreferencesDeps['setLanguage'];
  /** Returns the base URL of links in mails, without a trailing slash. */
  readonly findSiteUrl: () => string;
  /** The legally required footer of every mail; undefined if there is none. */
  readonly riskWarning: (language: Language) => string | undefined;
};

export function createNotifications(options: NotificationsOptions): Notifications {
  const { settings, findSiteUrl, riskWarning } = options;
  const broker = { operator: settings.operatorName, findSiteUrl, riskWarning };
  const writers = new Set<NotificationWriter>();
  repeatNotificationPurge(options);
  return {
    routes: notificationsRoutes(options),
    notify: async (tx, notification) =>
      await notify({ ...options, broker, writers }, tx, notification),
    forget: deleteNotificationsOf,
    notifyOperator: async (tx, message) =>
      await notifyOperator({ ...options, operatorEmail: settings.operatorEmail }, tx, message),
    notifyStaff: async (tx, message) => await notifyStaff(options, tx, message),
    onNotified: options.listenForPushes ?? handlePushes(options),
    onWritten: (writer) => void writers.add(writer),
  };
}
