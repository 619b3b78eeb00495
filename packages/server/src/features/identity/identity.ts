// Authentication: passwords, one-time codes, second factors, passkeys and sessions, for customers,
// staff and affiliates alike. The features of these people store the people themselves.
import { createHmac } from 'node:crypto';
import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { FindCaller } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import type { Log } from '#platform/log/log.ts';
import type { Locations } from '#features/locations/locations.ts';
import { createJudgeNewPassword } from './known-passwords/known-passwords.ts';
import type { JudgeNewPassword } from './known-passwords/known-passwords.ts';
import { createPasswordHasher } from './password-hasher.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { repeatSessionPurge } from './purge-sessions.ts';
import { createSecretCipher, FIRST_SEAL_KEY } from './secret-cipher.ts';
import type { SecretCipher } from './secret-cipher.ts';
import { Sessions } from './sessions.ts';
import type { EndListener } from './sessions.ts';
import { createSubjectSignIns } from './subject-sign-ins.ts';
import type { SubjectSignIns } from './subject-sign-ins.ts';
import { createThrottles, repeatFailurePurge } from './throttles/throttles.ts';
import type { Throttles } from './throttles/throttles.ts';

export { admit, admitStranger, attemptOf, stepUpRequired, tooMany } from './admission.ts';
export type { Origin } from './admission.ts';
export { checkPasskey, usePasskey } from './check-passkey.ts';
export type { CheckPasskeyDeps } from './check-passkey.ts';
export { checkSecondFactor, cipherOwner } from './check-second-factor.ts';
export type { CheckSecondFactorDeps } from './check-second-factor.ts';
export { parseClientInfo } from './client-info.ts';
export type { ClientInfo } from './client-info.ts';
export { deleteSessionsOf, forgetDevices } from './closed-session-store.ts';
export { deviceFingerprint, deviceName } from './device.ts';
export { endOfFirstPassword, refuseExpired } from './first-password.ts';
export type { FirstPasswordEnd } from './first-password.ts';
export type { TotpJudged } from './judge-totp.ts';
export { judgePassword } from './judge-password.ts';
export type { JudgePasswordDeps } from './judge-password.ts';
export { listDevices } from './list-devices.ts';
export type { Device } from './list-devices.ts';
export { listPasskeys } from './list-passkeys.ts';
export { listSessions } from './list-sessions.ts';
export type { ListSessionsDeps } from './list-sessions.ts';
export {
  deleteAllCodesOf,
  deleteCode,
  deleteCodesOf,
  findCode,
  issueCode,
  replaceLinkSession,
  spendCode,
} from './one-time-code-store.ts';
export {
  creationOptions,
  PASSKEYS_MAX,
  requestOptions,
  tooManyPasskeys,
  verifyCreation,
} from './passkey-ceremony.ts';
export type { PasskeyOptions, PasskeySite } from './passkey-ceremony.ts';
export { PASSKEY_CHALLENGE_LIFE_MS, readChallenge } from './passkey-challenge.ts';
export {
  deletePasskey,
  deletePasskeysOf,
  holdPasskey,
  insertPasskey,
  listPasskeysOf,
} from './passkey-store.ts';
export type { StoredPasskey } from './passkey-store.ts';
export type { JudgeNewPassword } from './known-passwords/known-passwords.ts';
export type { PasswordHasher } from './password-hasher.ts';
export { isRecent, PASSWORD_PROVED_FOR_MS } from './recent-step-up.ts';
export { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
export { revokeSession } from './revoke-session.ts';
export { signInTimeline } from './session-list-store.ts';
export {
  deleteSecondFactor,
  isSecondFactorOn,
  lockSecondFactor,
  markFactorConfirmed,
  replaceRecoveryCodes,
  updateLastStep,
  upsertPendingFactor,
} from './second-factor-store.ts';
export { findStepUps, hasSession, holdSession, markStepUp } from './session-store.ts';
export type { StepUps, Subject } from './session-store.ts';
export type { Sessions, StartedSession } from './sessions.ts';
export type { SubjectSignIns } from './subject-sign-ins.ts';
export { createSecretCipher } from './secret-cipher.ts';
export type { SecretCipher } from './secret-cipher.ts';
export type { Throttles } from './throttles/throttles.ts';
export { createToken, createUniqid, hashToken } from './token.ts';
export { totpOwner } from './totp-owner.ts';
export { acceptTotpStep, updatePendingTotp } from './totp-store.ts';
export { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

/** The first key in DATA_DIR/secrets that encrypts credentials. */
export const CREDENTIALS_KEY = FIRST_SEAL_KEY;

/** The parts of customer sign-in. */
export type IdentityParts = {
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  /** Returns why a new password is not acceptable, if so. */
  readonly judgeNewPassword: JudgeNewPassword;
  readonly throttles: Throttles;
  readonly cipher: SecretCipher;
};

export type Identity = IdentityParts & {
  readonly findCaller: FindCaller;
  /** Returns which of these sessions have ended. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  /** Registers a listener that is called after the end of a session is committed. */
  onSessionEnded(listener: EndListener): void;
  /** The sign-in of staff and affiliates. */
  readonly signIns: SubjectSignIns;
  /** Returns the key of proofs of work, which every program with the same secrets has. */
  readonly findWorkKey: () => Buffer;
  /** Writes when sessions were last used. */
  close(): Promise<void>;
};

type IdentityDeps = {
  readonly db: Database;
  readonly changes: Pick<Changes, 'on' | 'onGap'>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly locations: Locations;
  readonly settings: { readonly operatorName: string };
};

export async function createIdentity(options: IdentityDeps): Promise<Identity> {
  const { db, changes, clock, jobs, keyring, log, locations, settings } = options;
  const parts: IdentityParts = {
    sessions: new Sessions({ db, clock, log, changes }),
    hasher: await createPasswordHasher(),
    judgeNewPassword: await createJudgeNewPassword(settings.operatorName),
    throttles: createThrottles({ db, clock }),
    cipher: createSecretCipher({
      currentName: () => keyring.currentName(CREDENTIALS_KEY),
      find: (name) => keyring.key(name),
    }),
  };
  const { sessions } = parts;
  repeatSessionPurge({ db, clock, jobs });
  repeatFailurePurge({ db, clock, jobs });
  return {
    ...parts,
    findCaller: async (token, isBackground) => await sessions.find(token, isBackground),
    findEndedSessions: async (sessionIds) => await sessions.findEnded(sessionIds),
    onSessionEnded: (listener) => sessions.onEnded(listener),
    signIns: createSubjectSignIns({ ...parts, ...locations, db, clock, log, settings }),
    findWorkKey: () =>
      createHmac('sha256', keyring.key(keyring.currentName(CREDENTIALS_KEY)))
        .update('proofs of work')
        .digest(),
    close: async () => await sessions.close(),
  };
}
