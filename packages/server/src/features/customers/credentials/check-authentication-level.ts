// Step-up authentication: required before money leaves and before credentials change.
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { MINUTE_MS } from '@halyard/core/time';
import {
  checkSecondFactor,
  findStepUps,
  isRecent,
  isSecondFactorOn,
  PASSWORD_PROVED_FOR_MS,
} from '#features/identity/identity.ts';
import type { CheckSecondFactorDeps, StepUps } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';

const SECOND_PROVED_FOR_MS = 5 * MINUTE_MS;

/** The caller, and their second-factor code if sent. */
export type Claim = {
  readonly customerId: number;
  readonly sessionId: string;
  readonly ip: string;
  readonly code?: string | undefined;
};

/**
 * Returns what prevents a customer from withdrawing, if anything: `email-unconfirmed`,
 * `password-required` in a session from a link, `second-factor` or `code-invalid` if one is
 * enabled. A correct code is used up; one entered in this session in the last five minutes also
 * counts.
 */
export async function checkAuthenticationLevel(
  deps: CheckSecondFactorDeps,
  claim: Claim,
): Promise<Rejection | undefined> {
  const customer = await findCustomer(deps.db.kysely, claim.customerId);
  if (!assertPresent(customer, 'a session has a customer').isEmailConfirmed) {
    return { code: 'email-unconfirmed' };
  }
  const stepUps = await findStepUps(deps.db.kysely, claim.sessionId);
  if (stepUps === undefined) return { code: 'session-ended' };
  if (stepUps.assurance === 'low') return { code: 'password-required' };
  return await checkSecond(deps, claim, stepUps);
}

/**
 * Returns what prevents a session from changing credentials: it also requires a recent password.
 */
export async function checkCredentialChange(
  deps: CheckSecondFactorDeps,
  claim: Claim,
): Promise<Rejection | undefined> {
  const stepUps = await findStepUps(deps.db.kysely, claim.sessionId);
  if (stepUps === undefined) return { code: 'session-ended' };
  if (!isRecent(stepUps.passwordProvedAtMs, PASSWORD_PROVED_FOR_MS, deps.clock.nowMs())) {
    return { code: 'password-required' };
  }
  return await checkSecond(deps, claim, stepUps);
}

async function checkSecond(
  deps: CheckSecondFactorDeps,
  claim: Claim,
  stepUps: StepUps,
): Promise<Rejection | undefined> {
  const { customerId, code, ip } = claim;
  if (!(await isSecondFactorOn(deps.db.kysely, customerId))) return undefined;
  if (isRecent(stepUps.secondProvedAtMs, SECOND_PROVED_FOR_MS, deps.clock.nowMs())) {
    return undefined;
  }
  if (code === undefined) return { code: 'second-factor' };
  return (await checkSecondFactor(deps, { customerId, code, ip, hasWorked: true }))?.rejection;
}
