import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import { lockCustomer } from '../credential-store.ts';
import { deleteCodesOf, hashToken, issueCode } from '#features/identity/identity.ts';

const LIFE_MS = 7 * DAY_MS;

/**
 * Mails a link that confirms the email; earlier links become invalid. Commits with the caller's
 * transaction.
 */
export async function mailConfirmation(
  deps: { readonly notifications: Notifications },
  tx: Kysely<object>,
  to: { readonly customerId: number; readonly atMs: number },
): Promise<void> {
  const { customerId, atMs } = to;
  // The customer is locked, because a link sent to the old email must not confirm the new one.
  await lockCustomer(tx, customerId);
  await deleteCodesOf(tx, customerId, ['confirm-email']);
  const code = await issueCode(tx, {
    purpose: 'confirm-email',
    customerId,
    atMs,
    lifeMs: LIFE_MS,
    uses: 1,
  });
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'email-confirmation',
    facts: { untilMs: atMs + LIFE_MS },
    key: `confirm:${hashToken(code)}`,
    link: `/email/confirm/${code}`,
  });
}
