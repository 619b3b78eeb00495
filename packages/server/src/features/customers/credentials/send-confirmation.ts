import { assertPresent } from '@halyard/core/assertion';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { admitStranger, attemptOf } from '#features/identity/identity.ts';
import type { Throttles } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';
import { mailConfirmation } from './mail-confirmation.ts';

export type SendConfirmationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Notifications;
  readonly throttles: Throttles;
};

/** Mails the confirmation link again to a customer whose email is not confirmed. */
export async function sendConfirmation(
  deps: SendConfirmationDeps,
  request: { readonly customerId: number; readonly ip: string },
): Promise<Answer<Record<string, never>>> {
  const { customerId, ip } = request;
  const found = await findCustomer(deps.db.kysely, customerId);
  const { email, isEmailConfirmed } = assertPresent(found, 'a session has a customer');
  if (isEmailConfirmed) return ok({});
  const attempt = attemptOf(`confirm:${email}`, { ip, hasWorked: true });
  const rejection = await admitStranger(deps.throttles.mail, attempt);
  if (rejection !== undefined) return rejection;
  const atMs = deps.clock.nowMs();
  await deps.db.kysely
    .transaction()
    .execute(async (tx) => await mailConfirmation(deps, tx, { customerId, atMs }));
  return ok({});
}
