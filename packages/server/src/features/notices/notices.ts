// What customers are told, as a list in their account and as mail in their language. Other features
// say that something happened, inside the transaction in which it happens; the words are made here.
import type { Language } from '@halyard/contract/config';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { deleteNoticesOf } from './notice-store.ts';
import { notify } from './notify.ts';
import type { Notice } from './notify.ts';
import type { PreferencesDeps } from './preferences.ts';
import { repeatNotificationPurge } from './purge-notifications.ts';
import { handlePushes } from './push-notices.ts';
import type { NoticeListener } from './push-notices.ts';
import { noticesRoutes } from './routes.ts';
import { tellOperator } from './tell-operator.ts';
import type { OperatorMessage } from './tell-operator.ts';

export type { Notice } from './notify.ts';
export type { OperatorMessage } from './tell-operator.ts';

export type Notices = {
  readonly routes: readonly RouteBinding[];
  /**
   * Tells a customer something: a row of their list, and a mail unless they switched its group
   * off. Both commit with the caller's transaction, once per key however often it is called.
   */
  notify(tx: Kysely<object>, notice: Notice): Promise<void>;
  /** Deletes what a customer was told, and which mails they wanted. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** A mail to the operator, if the installation names an address for that. */
  tellOperator(tx: Kysely<object>, message: OperatorMessage): Promise<void>;
  /** Told of each notification after its commit; gives the end of listening. */
  onNotified(listener: NoticeListener): () => void;
};

export type NoticesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly settings: {
    readonly operatorName: string;
    readonly operatorEmail: string | undefined;
  };
  /** The language is the customer's, so the accounts store it. */
  readonly setLanguage: PreferencesDeps['setLanguage'];
  /** Where links in mails lead, without a slash at the end. */
  readonly findSiteUrl: () => string;
  /** What the law wants under every mail; undefined where it wants nothing. */
  readonly riskWarning: (language: Language) => string | undefined;
};

export function createNotices(options: NoticesOptions): Notices {
  const { settings, findSiteUrl, riskWarning } = options;
  const house = { operator: settings.operatorName, findSiteUrl, riskWarning };
  repeatNotificationPurge(options);
  return {
    routes: noticesRoutes(options),
    notify: async (tx, notice) => await notify({ ...options, house }, tx, notice),
    forget: deleteNoticesOf,
    tellOperator: async (tx, message) =>
      await tellOperator({ ...options, operatorEmail: settings.operatorEmail }, tx, message),
    onNotified: handlePushes(options),
  };
}
