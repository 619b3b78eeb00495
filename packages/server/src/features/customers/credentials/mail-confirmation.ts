import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import { lockCustomer } from '../credential-store.ts';
import { mailLink } from './mail-link.ts';

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
  await mailLink(deps, tx, { purpose: 'confirm-email', customerId, atMs });
}
