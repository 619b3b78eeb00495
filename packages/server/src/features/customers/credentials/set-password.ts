import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { replacePasswordHash } from '../credential-store.ts';
import { deleteCodesOf, deletePasskeysOf } from '#features/identity/identity.ts';
import type { JudgeNewPassword, Sessions } from '#features/identity/identity.ts';
import type { Database } from '#platform/db/db.ts';
import type { Rejection } from '@halyard/contract/rejections';
import { findCustomer } from '../customer-store.ts';

export type SetPasswordDeps = {
  readonly db: Database;
  readonly judgeNewPassword: JudgeNewPassword;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly notifications: Notifications;
};

export type NewPassword = {
  readonly customerId: number;
  readonly passwordHash: string;
  /** The session that continues after the password change; undefined for none. */
  readonly keepId: string | undefined;
  readonly by: 'password' | 'link';
};

/** Returns why the customer must choose another password, if so. */
export async function judgePasswordOf(
  { db, judgeNewPassword }: SetPasswordDeps,
  { customerId, password }: { readonly customerId: number; readonly password: string },
): Promise<Rejection | undefined> {
  const customer = await findCustomer(db.kysely, customerId);
  const about = customer && [customer.email, customer.profile.firstName, customer.profile.lastName];
  return judgeNewPassword({ password, about: about ?? [] });
}

/**
 * Replaces a password in the caller's transaction: links and challenges become invalid, other
 * sessions end, and the customer gets a mail. Returns the sessions to announce after the commit.
 * They are read last, after concurrent sign-ins with the old password have finished.
 */
export async function setPassword(
  deps: SetPasswordDeps,
  tx: Kysely<object>,
  { customerId, passwordHash, keepId, by }: NewPassword,
): Promise<readonly string[]> {
  await replacePasswordHash(tx, customerId, passwordHash);
  await deleteCodesOf(tx, customerId, ['reset-password', 'auto-login', 'second-factor']);
  if (by === 'link') await removePasskeys(deps, tx, customerId);
  const subject = { kind: 'customer', id: customerId } as const;
  const ended = await deps.sessions.endOthersIn(tx, subject, { keepId, reason: 'revoked' });
  const atMs = deps.clock.nowMs();
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'password-changed',
    facts: { atMs },
    key: `password:${atMs}`,
  });
  await recordAudit(tx, atMs, {
    actor: `customer:${customerId}`,
    action: 'customer.set-password',
    subject: `customer:${customerId}`,
    after: { by },
  });
  return ended;
}

/**
 * Passkeys are removed, because a reset by mail may recover a stolen account: a passkey that a
 * thief added would still sign in. The customer can add their own again.
 */
async function removePasskeys(
  deps: SetPasswordDeps,
  tx: Kysely<object>,
  customerId: number,
): Promise<void> {
  const removed = await deletePasskeysOf(tx, { kind: 'customer', id: customerId });
  if (removed === 0) return;
  const atMs = deps.clock.nowMs();
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'second-factor-removed',
    facts: { factor: 'passkey', atMs },
    key: `passkeys:${atMs}`,
  });
  const subject = `customer:${customerId}`;
  const action = 'customer.passkey-remove';
  await recordAudit(tx, atMs, { actor: subject, action, subject, after: { removed } });
}
