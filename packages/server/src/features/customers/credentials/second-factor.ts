// Enables and disables the second factor. Enabling takes two steps, so that an incorrectly set up
// app does not lock the customer out.
import { assertPresent } from '@halyard/core/assertion';
import { MINUTE_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  admit,
  attemptOf,
  createRecoveryCodes,
  createTotpSecret,
  deleteCodesOf,
  deleteSecondFactor,
  findTotpStep,
  hashRecoveryCode,
  isSecondFactorOn,
  lockSecondFactor,
  markFactorConfirmed,
  replaceRecoveryCodes,
  cipherOwner,
  totpUri,
  updateLastStep,
  upsertPendingFactor,
} from '#features/identity/identity.ts';
import { checkCredentialChange } from './check-authentication-level.ts';
import type { Claim } from './check-authentication-level.ts';
import type { CheckSecondFactorDeps, Sessions } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';
import { lockCustomer } from '../credential-store.ts';
import { holdCredentials } from './hold-credentials.ts';

const PENDING_FOR_MS = 15 * MINUTE_MS;

export type SecondFactorDeps = CheckSecondFactorDeps & {
  readonly sessions: Sessions;
  readonly settings: { readonly operatorName: string };
};

type Recovery = { readonly recovery_codes: string[] };

/** Starts the enrolment: returns a secret for the app, which has no effect before a first code. */
export async function enableSecondFactor(
  deps: SecondFactorDeps,
  claim: Claim,
): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
  const { customerId } = claim;
  if (await isSecondFactorOn(deps.db.kysely, customerId)) return refused({ code: 'not-found' });
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const found = await findCustomer(deps.db.kysely, customerId);
  const { email } = assertPresent(found, 'a session has a customer');
  const secret = createTotpSecret();
  await upsertPendingFactor(deps.db.kysely, {
    customerId,
    encryptedSecret: deps.cipher.close(secret, cipherOwner(customerId)),
    atMs: deps.clock.nowMs(),
  });
  const uri = totpUri(secret, { issuer: deps.settings.operatorName, label: email });
  return ok({ secret, uri });
}

/**
 * Completes the enrolment with a first code; other sessions, links and challenges become invalid.
 */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  claim: Claim & { readonly code: string },
): Promise<Answer<Recovery>> {
  const { customerId, sessionId, ip, code } = claim;
  if (await isSecondFactorOn(deps.db.kysely, customerId)) return refused({ code: 'not-found' });
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const attempt = attemptOf(String(customerId), { ip, hasWorked: true });
  const throttled = await admit(deps, deps.throttles.secondFactor, {
    attempt,
    kind: 'customer',
    subjectId: customerId,
  });
  if (throttled !== undefined) return throttled;

  const confirmed = await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdCredentials(tx, claim))) return 'session-ended';
    const factor = await lockSecondFactor(tx, customerId);
    const atMs = deps.clock.nowMs();
    if (factor === undefined || factor.isConfirmed || atMs - factor.createdAtMs > PENDING_FOR_MS) {
      return 'not-found';
    }
    const secret = deps.cipher.open(factor.encryptedSecret, cipherOwner(customerId));
    const step = findTotpStep(secret, code.replaceAll(/[\s-]/g, ''), atMs);
    if (step === undefined) return 'code-invalid';
    await updateLastStep(tx, customerId, step);
    await markFactorConfirmed(tx, customerId, atMs);
    const codes = await renew(tx, customerId);
    await deleteCodesOf(tx, customerId, ['auto-login', 'second-factor']);
    const subject = { kind: 'customer', id: customerId } as const;
    const ending = { keepId: sessionId, reason: 'revoked' } as const;
    const ended = await deps.sessions.endOthersIn(tx, subject, ending);
    const actor = `customer:${customerId}`;
    await notifyCustomer(deps, tx, { customerId, actor, action: 'customer.second-factor-on' });
    return { codes, ended };
  });
  if (typeof confirmed === 'string') return refused({ code: confirmed });
  await deps.throttles.secondFactor.succeed(attempt);
  deps.sessions.announce(confirmed.ended);
  return ok({ recovery_codes: [...confirmed.codes] });
}

export async function disableSecondFactor(
  deps: SecondFactorDeps,
  claim: Claim,
): Promise<Answer<Record<string, never>>> {
  const { customerId, sessionId } = claim;
  if (!(await isSecondFactorOn(deps.db.kysely, customerId))) return refused({ code: 'not-found' });
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const isOff = await turnOff(deps, { customerId, actor: `customer:${customerId}`, sessionId });
  return isOff ? ok({}) : refused({ code: 'session-ended' });
}

/**
 * Disables the second factor for a customer who lost the app and the recovery codes and proved
 * their identity to staff.
 */
export async function turnOffSecondFactor(
  deps: SecondFactorDeps,
  change: { readonly customerId: number; readonly actor: string; readonly reason: string },
): Promise<boolean> {
  if (!(await isSecondFactorOn(deps.db.kysely, change.customerId))) return false;
  return await turnOff(deps, change);
}

type TurnedOff = {
  readonly customerId: number;
  readonly actor: string;
  readonly reason?: string;
  /** The session in which the customer disables it; absent for staff. */
  readonly sessionId?: string;
};

/** Disables the second factor and ends the other sessions; false if the session has ended. */
async function turnOff(deps: SecondFactorDeps, change: TurnedOff): Promise<boolean> {
  const { customerId, sessionId } = change;
  const ended = await deps.db.kysely.transaction().execute(async (tx) => {
    if (sessionId === undefined) await lockCustomer(tx, customerId);
    else if (!(await holdCredentials(tx, { customerId, sessionId }))) return undefined;
    await deleteSecondFactor(tx, customerId);
    await deleteCodesOf(tx, customerId, ['second-factor']);
    await notifyCustomer(deps, tx, { ...change, action: 'customer.second-factor-off' });
    const subject = { kind: 'customer', id: customerId } as const;
    const ending = { keepId: sessionId, reason: 'revoked' } as const;
    return await deps.sessions.endOthersIn(tx, subject, ending);
  });
  if (ended === undefined) return false;
  deps.sessions.announce(ended);
  return true;
}

export async function renewRecoveryCodes(
  deps: SecondFactorDeps,
  claim: Claim,
): Promise<Answer<Recovery>> {
  const { customerId } = claim;
  if (!(await isSecondFactorOn(deps.db.kysely, customerId))) return refused({ code: 'not-found' });
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const codes = await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdCredentials(tx, claim))) return 'session-ended';
    const factor = await lockSecondFactor(tx, customerId);
    if (factor?.isConfirmed !== true) return 'not-found';
    await notifyRenewed(deps, tx, customerId);
    return await renew(tx, customerId);
  });
  return typeof codes === 'string' ? refused({ code: codes }) : ok({ recovery_codes: [...codes] });
}

async function notifyRenewed(
  deps: SecondFactorDeps,
  tx: Kysely<object>,
  customerId: number,
): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'recovery-codes-renewed',
    facts: { atMs },
    key: `recovery-codes:${atMs}`,
  });
  const subject = `customer:${customerId}`;
  await recordAudit(tx, atMs, { actor: subject, action: 'customer.recovery-codes', subject });
}

async function renew(tx: Kysely<object>, customerId: number): Promise<readonly string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, customerId, codes.map(hashRecoveryCode));
  return codes;
}

async function notifyCustomer(
  deps: SecondFactorDeps,
  tx: Kysely<object>,
  change: TurnedOff & {
    readonly action: 'customer.second-factor-on' | 'customer.second-factor-off';
  },
): Promise<void> {
  const { customerId, action, actor, reason } = change;
  const atMs = deps.clock.nowMs();
  await deps.notifications.notify(tx, {
    customerId,
    kind: action === 'customer.second-factor-on' ? 'second-factor-added' : 'second-factor-removed',
    facts: { factor: 'authenticator', atMs },
    key: `authenticator:${atMs}`,
  });
  const subject = `customer:${customerId}`;
  await recordAudit(tx, atMs, {
    actor,
    action,
    subject,
    ...(reason === undefined ? {} : { reason }),
  });
}
