import type { Rejection } from '@halyard/contract/rejections';
import type { SessionKind } from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { admit, attemptOf, tooMany } from './admission.ts';
import type { Origin } from './admission.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Attempt, Throttles } from './throttles/throttles.ts';

export type JudgePasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
  readonly log: Log;
};

export type TriedPassword = Origin & {
  readonly kind: SessionKind;
  /** The email as typed; failures are counted for it. */
  readonly email: string;
  /** The stored hash and its owner; undefined for an unknown email. */
  readonly stored: { readonly subjectId: number; readonly passwordHash: string } | undefined;
  readonly password: string;
};

/**
 * Returns what is wrong with a password, if anything. An unknown email and a wrong password take
 * the same time and get the same reply, so that emails can't be probed.
 */
export async function judgePassword(
  deps: JudgePasswordDeps,
  tried: TriedPassword,
): Promise<Rejection | undefined> {
  const { kind, email, stored, ip } = tried;
  // The kind is part of the subject, so that guessing at an affiliate with the same email does not
  // block the customer.
  const attempt = attemptOf(kind === 'customer' ? email : `${kind}:${email}`, tried);
  const subjectId = stored?.subjectId;
  const asked = { attempt, kind, subjectId };
  const throttled = await admit(deps, deps.throttles.password, asked);
  if (throttled !== undefined) return throttled.rejection;

  const verified = await verify(deps, attempt, tried);
  if (verified.kind === 'busy') return tooMany(0).rejection;
  if (stored === undefined || !verified.matches) {
    deps.log.warn({ kind, subjectId: subjectId ?? null, ip }, 'a password was refused');
    return { code: 'invalid-credentials' };
  }
  await deps.throttles.password.succeed(attempt);
  return undefined;
}

/**
 * Verifies a password. An attempt that could not be judged, because of load or an unreadable hash,
 * does not count.
 */
async function verify(deps: JudgePasswordDeps, attempt: Attempt, tried: TriedPassword) {
  const throttle = deps.throttles.password;
  try {
    const verified = await deps.hasher.verify(tried.stored?.passwordHash, tried.password);
    if (verified.kind === 'busy') await throttle.release(attempt);
    return verified;
  } catch (error) {
    await throttle.release(attempt);
    throw error;
  }
}
