import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { deleteCodesOf, hashToken, issueCode } from '#features/identity/identity.ts';
import type { Notifications } from '#features/notifications/notifications.ts';

const LINKS = {
  'confirm-email': {
    kind: 'email-confirmation',
    key: 'confirm',
    path: '/email/confirm',
    lifeMs: 7 * DAY_MS,
  },
  'reset-password': {
    kind: 'reset-link',
    key: 'reset',
    path: '/password/reset',
    lifeMs: HOUR_MS,
  },
} as const;

type MailedLink = {
  readonly purpose: keyof typeof LINKS;
  readonly customerId: number;
  readonly atMs: number;
};

/**
 * Mails a link that can be used once; earlier links for the purpose become invalid. The caller has
 * locked the customer, so that the link is not sent to an email that is being changed.
 */
export async function mailLink(
  { notifications }: { readonly notifications: Notifications },
  tx: Kysely<object>,
  { purpose, customerId, atMs }: MailedLink,
): Promise<void> {
  const { kind, key, path, lifeMs } = LINKS[purpose];
  await deleteCodesOf(tx, customerId, [purpose]);
  const code = await issueCode(tx, { purpose, customerId, atMs, lifeMs, uses: 1 });
  await notifications.notify(tx, {
    customerId,
    kind,
    facts: { untilMs: atMs + lifeMs },
    key: `${key}:${hashToken(code)}`,
    link: `${path}/${code}`,
  });
}
