import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { Refusal } from '@halyard/contract/refusals';
import { assertPresent } from '@halyard/core/assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkPassword } from './check-password.ts';
import type { CheckPasswordDeps } from './check-password.ts';
import { checkSecondFactor, markProved } from '#features/identity/identity.ts';
import type { CheckSecondFactorDeps } from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';

export type ProveDeps = CheckPasswordDeps & CheckSecondFactorDeps;

export type Proof = {
  readonly customerId: number;
  readonly sessionId: string;
  readonly ip: string;
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
};

/** Step-up authentication of a session with the password, a second factor or both. */
export async function prove(deps: ProveDeps, proof: Proof): Promise<Answer<Record<string, never>>> {
  const { customerId, sessionId, password, code, passkey, ip } = proof;
  if (password !== undefined) {
    const refusal = await provePassword(deps, { ...proof, password });
    if (refusal !== undefined) return refused(refusal);
  }
  if (code !== undefined || passkey !== undefined) {
    const tried = { customerId, code, passkey, ip, hasWorked: true };
    const refusal = await checkSecondFactor(deps, tried);
    if (refusal !== undefined) return refusal;
    await markProved(deps.db.kysely, sessionId, { what: 'second', atMs: deps.clock.nowMs() });
  }
  return ok({});
}

/**
 * Checks the password. Returns undefined if it is correct; the session then has the full
 * authentication level.
 */
export async function provePassword(
  deps: CheckPasswordDeps,
  proof: Proof & { readonly password: string },
): Promise<Refusal | undefined> {
  const { customerId, sessionId, password, ip } = proof;
  const found = await findCustomer(deps.db.kysely, customerId);
  const { email } = assertPresent(found, 'a session has a customer');
  const checked = await checkPassword(deps, { email, password, ip, hasWorked: true });
  if (checked.kind === 'refused') return checked.refusal;
  await markProved(deps.db.kysely, sessionId, { what: 'password', atMs: deps.clock.nowMs() });
  return undefined;
}
