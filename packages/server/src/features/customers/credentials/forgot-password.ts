import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { admit, attemptOf } from '#features/identity/identity.ts';
import type { Origin } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';
import { findCredentials, lockCustomer } from '../credential-store.ts';
import { mailLink } from './mail-link.ts';
import type { SendConfirmationDeps } from './send-confirmation.ts';

/**
 * Mails a link for a new password; earlier links become invalid. The requirements say that an
 * unknown email is reported, which allows probing, so every request counts towards the limits of
 * its network and of all networks. A network that the customer has signed in from is exempt from
 * the limits that strangers can exhaust.
 */
export async function forgotPassword(
  deps: SendConfirmationDeps,
  request: Origin & { readonly email: string },
): Promise<Answer<Record<string, never>>> {
  const { email } = request;
  const credentials = await findCredentials(deps.db.kysely, email);
  const tried = {
    attempt: attemptOf(email, request),
    kind: 'customer' as const,
    subjectId: credentials?.customerId,
  };
  const rejection = await admit(deps, deps.throttles.mail, tried);
  if (rejection !== undefined) return rejection;
  if (credentials === undefined) return refused({ code: 'email-unknown' });
  const found = await findCustomer(deps.db.kysely, credentials.customerId);
  // A closed account can never be signed in to again, so it is treated like an unknown email.
  if (found?.closedAtMs !== null) return refused({ code: 'email-unknown' });
  const { customerId } = credentials;
  const isSent = await deps.db.kysely
    .transaction()
    .execute(async (tx) => await mailResetLink(deps, tx, { customerId, email }));
  return isSent ? ok({}) : refused({ code: 'email-unknown' });
}

/** Mails a link for a new password that staff requested for a customer. */
export async function sendPasswordReset(
  deps: SendConfirmationDeps,
  { customerId, actor }: { readonly customerId: number; readonly actor: string },
): Promise<void> {
  await deps.db.kysely.transaction().execute(async (tx) => {
    await mailResetLink(deps, tx, { customerId });
    const subject = `customer:${customerId}`;
    const action = 'customer.password-reset';
    await recordAudit(tx, deps.clock.nowMs(), { actor, action, subject });
  });
}

async function mailResetLink(
  deps: SendConfirmationDeps,
  tx: Kysely<object>,
  { customerId, email }: { readonly customerId: number; readonly email?: string },
): Promise<boolean> {
  const atMs = deps.clock.nowMs();
  const customer = await lockCustomer(tx, customerId);
  // The customer is locked, so that no link is sent to an email that is being changed.
  if (customer === undefined || (email !== undefined && customer.email !== email)) return false;
  await mailLink(deps, tx, { purpose: 'reset-password', customerId, atMs });
  return true;
}
