import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkPassword } from './check-password.ts';
import type { CheckPasswordDeps } from './check-password.ts';
import { checkSecondFactor, markStepUp } from '#features/identity/identity.ts';
import type { CheckSecondFactorDeps } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';

export type StepUpDeps = CheckPasswordDeps & CheckSecondFactorDeps;

export type StepUpRequest = {
  readonly customerId: number;
  readonly sessionId: string;
  readonly ip: string;
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
};

/** Step-up authentication of a session with the password, a second factor or both. */
export async function stepUp(
  deps: StepUpDeps,
  request: StepUpRequest,
): Promise<Answer<Record<string, never>>> {
  const { customerId, sessionId, password, code, passkey, ip } = request;
  if (password !== undefined) {
    const rejection = await stepUpWithPassword(deps, { ...request, password });
    if (rejection !== undefined) return refused(rejection);
  }
  if (code !== undefined || passkey !== undefined) {
    const tried = { customerId, code, passkey, ip, hasWorked: true };
    const rejection = await checkSecondFactor(deps, tried);
    if (rejection !== undefined) return rejection;
    await markStepUp(deps.db.kysely, sessionId, { what: 'second', atMs: deps.clock.nowMs() });
  }
  return ok({});
}

/**
 * Checks the password. Returns undefined if it is correct; the session then has the full
 * authentication level.
 */
export async function stepUpWithPassword(
  deps: CheckPasswordDeps,
  request: StepUpRequest & { readonly password: string },
): Promise<Rejection | undefined> {
  const { customerId, sessionId, password, ip } = request;
  const found = await findCustomer(deps.db.kysely, customerId);
  const { email } = assertPresent(found, 'a session has a customer');
  const checked = await checkPassword(deps, { email, password, ip, hasWorked: true });
  if (checked.kind === 'refused') return checked.rejection;
  await markStepUp(deps.db.kysely, sessionId, { what: 'password', atMs: deps.clock.nowMs() });
  return undefined;
}
