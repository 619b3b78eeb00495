// The authenticator app of staff and affiliates. Their features store the secret and the last step;
// here the secret is encrypted, and codes are judged and rate-limited.
import type { Rejection } from '@halyard/contract/rejections';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { admit, attemptOf } from './admission.ts';
import type { Origin } from './admission.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { Subject } from './session-store.ts';
import type { Throttles } from './throttles/throttles.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

export type JudgeTotpDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly throttles: Throttles;
  readonly cipher: SecretCipher;
  readonly settings: { readonly operatorName: string };
};

export type EncryptedTotp = {
  readonly secret: string;
  /** The content of the app's QR code. */
  readonly uri: string;
  /** The encrypted secret to store. */
  readonly encrypted: string;
};

export type TriedTotp = Origin & {
  readonly subject: Subject;
  readonly encrypted: string;
  /**
   * The time step of the last accepted code, which is not accepted again, nor an older one (RFC
   * 6238, 5.2).
   */
  readonly lastStep: number;
  readonly code: string;
};

export type TotpJudged =
  /**
   * The code is correct. The caller stores the step and must detect that another call has stored it
   * in the meantime.
   */
  | { readonly kind: 'right'; readonly step: number }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export function createEncryptedTotp(
  { cipher, settings }: Pick<JudgeTotpDeps, 'cipher' | 'settings'>,
  subject: Subject,
  label: string,
): EncryptedTotp {
  const secret = createTotpSecret();
  return {
    secret,
    uri: totpUri(secret, { issuer: settings.operatorName, label }),
    encrypted: cipher.close(secret, cipherOwnerOf(subject)),
  };
}

export async function judgeTotp(deps: JudgeTotpDeps, tried: TriedTotp): Promise<TotpJudged> {
  const { subject, encrypted, lastStep, code, ip } = tried;
  const { kind, id: subjectId } = subject;
  const attempt = attemptOf(`${kind}:${subjectId}`, tried);
  const asked = { attempt, kind, subjectId };
  const throttled = await admit(deps, deps.throttles.secondFactor, asked);
  if (throttled !== undefined) return throttled;
  const secret = deps.cipher.open(encrypted, cipherOwnerOf(subject));
  const step = findTotpStep(secret, code.replaceAll(/[\s-]/g, ''), deps.clock.nowMs());
  if (step === undefined || step <= lastStep) {
    deps.log.warn({ kind, subjectId, ip }, 'a second factor was refused');
    return { kind: 'refused', rejection: { code: 'code-invalid' } };
  }
  await deps.throttles.secondFactor.succeed(attempt);
  return { kind: 'right', step };
}

/** Returns the text that binds an encrypted secret to its owner. */
export function cipherOwnerOf({ kind, id }: Subject): string {
  return `second-factor:${kind}:${id}`;
}
