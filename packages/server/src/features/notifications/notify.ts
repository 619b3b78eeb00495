import { assert, assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';
import type { FactsOf, LinkedKind, NotificationDefinition, NotificationKind } from './kinds.ts';
import { isOptionalGroup } from './mail-groups.ts';
import { findRecipient, insertNotification, listMailsOff } from './notification-store.ts';
import { PUSH_JOB } from './push-notifications.ts';
import { renderMail } from './render-mail.ts';
import type { BrokerDetails } from './render-mail.ts';

export type NewNotification = {
  [Kind in NotificationKind]: {
    readonly customerId: number;
    readonly kind: Kind;
    readonly facts: FactsOf<Kind>;
    /** The key of the event, such as 'position:17:closed': a customer is notified once per key. */
    readonly key: string;
  } & (Kind extends LinkedKind
    ? {
        /** The path of this site that the mail links to. It is stored nowhere else. */
        readonly link: `/${string}`;
      }
    : { readonly link?: never });
}[NotificationKind];

export type NotifyDeps = {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly broker: BrokerDetails;
  readonly writers: ReadonlySet<NotificationWriter>;
};

/** Called in the transaction of a notification that was not written before. */
export type NotificationWriter = (
  tx: Kysely<object>,
  notification: NewNotification,
) => Promise<void>;

const KEY_PATTERN = /^[\w:.@/-]{1,120}$/;
const LINK_PATTERN = /^\/[\w/.~%=&?#-]{1,500}$/;

/**
 * Notifies a customer: a row of their list, and a mail unless they switched its group off. Both
 * commit with the caller's transaction, once per key.
 */
export async function notify(
  deps: NotifyDeps,
  tx: Kysely<object>,
  notification: NewNotification,
): Promise<void> {
  const { customerId, kind, facts, key } = notification;
  assert(KEY_PATTERN.test(key), 'the key of a notification is short and plain');
  const link = 'link' in notification ? notification.link : undefined;
  assert(link === undefined || LINK_PATTERN.test(link), 'the link of a notification is a path');
  const definition: NotificationDefinition = NOTIFICATION_KINDS[kind];
  assert(definition.hasLink !== true || link !== undefined, 'a linked kind has its link');

  const recipient = assertPresent(
    await findRecipient(tx, customerId),
    'a notification has a customer to read it',
  );
  const { email, firstName, language } = recipient;
  // The mail is rendered first: invalid facts are a bug, and nothing may be written then.
  const mail = renderMail(deps.broker, { kind, facts, language, firstName, link });
  const id = await insertNotification(tx, {
    customerId,
    kind,
    key,
    facts,
    atMs: deps.clock.nowMs(),
  });
  if (id === undefined) return;
  for (const write of deps.writers) await write(tx, notification);
  await deps.jobs.enqueue(tx, {
    kind: PUSH_JOB,
    key: String(id),
    payload: { customerId, id, kind, group: definition.group },
  });
  if (isOptionalGroup(definition.group)) {
    const off = await listMailsOff(tx, customerId);
    if (off.has(definition.group)) return;
  }
  await deps.mailer.send(tx, { to: email, ...mail, key: `notice:${customerId}:${key}` });
}
