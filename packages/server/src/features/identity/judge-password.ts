import type { Refusal } from '@halyard/contract/refusals';
import type { SessionKind } from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { admit, attemptOf, forgetFailures, keepFailure, tooMany } from './admission.ts';
import type { Origin, Throttles } from './admission.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Attempt } from './throttle.ts';

export type JudgePasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
  readonly log: Log;
};

export type TriedPassword = Origin & {
  readonly kind: SessionKind;
  /** As it was typed; whose failures they are. */
  readonly email: string;
  /** Undefined when nobody has the email. */
  readonly stored: { readonly subjectId: number; readonly passwordHash: string } | undefined;
  readonly password: string;
};

/**
 * What is wrong with a password, or nothing. An unknown email and a wrong password cost the same
 * time and get the same answer, so that nobody learns who is known here.
 */
export async function judgePassword(
  deps: JudgePasswordDeps,
  tried: TriedPassword,
): Promise<Refusal | undefined> {
  const { kind, email, stored, ip } = tried;
  // Who guesses at an affiliate of the same email keeps no customer from signing in.
  const attempt = attemptOf(kind === 'customer' ? email : `${kind}:${email}`, tried);
  const subjectId = stored?.subjectId;
  const asked = { attempt, kind, subjectId };
  const rejection = await admit(deps, deps.throttles.password, asked);
  if (rejection !== undefined) return rejection.refusal;

  const verified = await verify(deps, attempt, tried);
  if (verified.kind === 'busy') return tooMany(0).refusal;
  if (stored === undefined || !verified.matches) {
    deps.log.warn({ kind, subjectId: subjectId ?? null, ip }, 'a password was refused');
    await keepFailure(deps, 'password', attempt);
    return { code: 'invalid-credentials' };
  }
  await forgetFailures(deps, 'password', attempt);
  return undefined;
}

/** An attempt that was not judged, for want of room or of a hash that can be read, does not count. */
async function verify(deps: JudgePasswordDeps, attempt: Attempt, tried: TriedPassword) {
  const throttle = deps.throttles.password;
  try {
    const verified = await deps.hasher.verify(tried.stored?.passwordHash, tried.password);
    if (verified.kind === 'busy') throttle.release(attempt);
    return verified;
  } catch (error) {
    throttle.release(attempt);
    throw error;
  }
}
