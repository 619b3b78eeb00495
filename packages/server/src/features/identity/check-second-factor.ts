import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { refused } from '#platform/http/http.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { admit, attemptOf } from './admission.ts';
import type { Origin } from './admission.ts';
import { checkPasskey } from './check-passkey.ts';
import type { CheckPasskeyDeps } from './check-passkey.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { SecretCipher } from './secret-cipher.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  lockSecondFactor,
  updateLastStep,
} from './second-factor-store.ts';
import type { Throttles } from './throttles/throttles.ts';
import { findTotpStep } from './totp.ts';

/** How many failures notify the customer, once a day: more than happen by accident. */
const GUESSES_NOTIFIED = 5;

export type CheckSecondFactorDeps = CheckPasskeyDeps & {
  readonly cipher: SecretCipher;
  readonly throttles: Throttles;
  readonly notifications: Notifications;
};

export type SecondFactorTried = Origin & {
  readonly customerId: number;
  readonly code?: string | undefined;
  /** The assertion of a passkey, which replaces the code. */
  readonly passkey?: PasskeyAssertion | undefined;
  /** Uses one of few attempts, once this one is admitted; false if none is left. */
  readonly takeTry?: () => Promise<boolean>;
};

/**
 * Checks a code or passkey of a customer with a second factor. Returns undefined if it is correct;
 * it is then used up.
 */
export async function checkSecondFactor(
  deps: CheckSecondFactorDeps,
  tried: SecondFactorTried,
): Promise<ReturnType<typeof refused> | undefined> {
  const { customerId, ip } = tried;
  const attempt = attemptOf(String(customerId), tried);
  const throttle = deps.throttles.secondFactor;
  const rejection = await admit(deps, throttle, {
    attempt,
    kind: 'customer',
    subjectId: customerId,
  });
  if (rejection !== undefined) return rejection;
  if (tried.takeTry !== undefined && !(await tried.takeTry())) {
    await throttle.release(attempt);
    return refused({ code: 'session-ended' });
  }
  const isRight = await isRightFactor(deps, tried);
  if (!isRight) {
    deps.log.warn({ customerId, ip }, 'a second factor was refused');
    if ((await throttle.countFailures(attempt)) >= GUESSES_NOTIFIED) {
      await notifyGuessed(deps, customerId);
    }
    return refused({ code: 'code-invalid' });
  }
  await throttle.succeed(attempt);
  return undefined;
}

/**
 * Notifies the customer of failed attempts: only the owner knows whether they were theirs, and rate
 * limits only slow guessing down.
 */
async function notifyGuessed(deps: CheckSecondFactorDeps, customerId: number): Promise<void> {
  const atMs = deps.clock.nowMs();
  const key = `second-factor-guessed:${Math.floor(atMs / DAY_MS)}`;
  const notification = { customerId, kind: 'second-factor-guessed', facts: { atMs }, key } as const;
  await deps.db.kysely
    .transaction()
    .execute(async (tx) => await deps.notifications.notify(tx, notification));
}

async function isRightFactor(
  deps: CheckSecondFactorDeps,
  tried: SecondFactorTried,
): Promise<boolean> {
  const { customerId, code, passkey } = tried;
  if (passkey !== undefined) {
    return (await checkPasskey(deps, passkey))?.owner.id === customerId;
  }
  if (code === undefined) return false;
  return await deps.db.kysely
    .transaction()
    .execute(async (tx) => await spend(deps, tx, { customerId, code }));
}

async function spend(
  deps: CheckSecondFactorDeps,
  tx: Kysely<object>,
  { customerId, code }: { readonly customerId: number; readonly code: string },
): Promise<boolean> {
  const factor = await lockSecondFactor(tx, customerId);
  if (factor?.isConfirmed !== true) return false;
  const secret = deps.cipher.open(factor.encryptedSecret, cipherOwner(customerId));
  const step = findTotpStep(secret, code.replaceAll(/[\s-]/g, ''), deps.clock.nowMs());
  if (step !== undefined) {
    // An accepted code is not accepted again, nor an older one (RFC 6238, 5.2).
    if (step <= factor.lastStep) return false;
    await updateLastStep(tx, customerId, step);
    return true;
  }
  if (!(await deleteRecoveryCode(tx, customerId, hashRecoveryCode(code)))) return false;
  const left = await countRecoveryCodes(tx, customerId);
  const atMs = deps.clock.nowMs();
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'recovery-code-used',
    facts: { left, atMs },
    key: `recovery-code:${atMs}:${left}`,
  });
  return true;
}

/** Returns the text that binds an encrypted secret to its customer. */
export function cipherOwner(customerId: number): string {
  return `second-factor:${customerId}`;
}
