import type { Session } from '@halyard/contract/accounts';
import { assertPresent } from '@halyard/core/assertion';
import { MINUTE_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkPassword } from './check-password.ts';
import type { CheckPasswordDeps } from './check-password.ts';
import { findCustomer } from '../customer-store.ts';
import { holdPasswordHash } from '../credential-store.ts';
import { ensureAccount } from '../ensure-account.ts';
import type { EnsureAccountDeps } from '../ensure-account.ts';
import { isSecondFactorOn, issueCode } from '#features/identity/identity.ts';
import { startCustomerSession } from './start-customer-session.ts';
import type { Client, CustomerStart, StartSessionDeps } from './start-customer-session.ts';

const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;
const CHALLENGE_TRIES = 5;

export type SignInDeps = StartSessionDeps & CheckPasswordDeps;

export type SignInRequest = {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
};

/** Signs a customer in, or asks for their second factor. */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<Answer<Session>> {
  const { email, password, client } = request;
  const { ip, hasWorked } = client;
  const checked = await checkPassword(deps, { email, password, ip, hasWorked });
  if (checked.kind === 'refused') return checked;
  const { credentials } = checked;
  const { customerId } = credentials;
  const bar = await findBar(deps, customerId);
  if (bar !== undefined) return refused({ code: bar });
  if (await isSecondFactorOn(deps.db.kysely, customerId)) {
    const asked = await deps.db.kysely.transaction().execute(async (tx) => {
      // The password is checked again under a lock: a password change invalidates existing
      // challenges, and none may be created with the old password after that.
      const isStill = await holdPasswordHash(tx, credentials);
      return isStill ? await challenge(deps, tx, { customerId, linkHash: null }) : undefined;
    });
    return asked ?? refused({ code: 'invalid-credentials' });
  }
  return await enter(
    deps,
    {
      customerId,
      by: 'password',
      isByLink: false,
      client,
      stillHolds: async (tx) =>
        (await holdPasswordHash(tx, credentials)) && !(await isSecondFactorOn(tx, customerId)),
    },
    'invalid-credentials',
  );
}

/** Creates the challenge that a second factor answers. */
export async function challenge(
  deps: Pick<SignInDeps, 'clock'>,
  db: Kysely<object>,
  asked: { readonly customerId: number; readonly linkHash: string | null },
): Promise<ReturnType<typeof refused>> {
  const code = await issueCode(db, {
    purpose: 'second-factor',
    customerId: asked.customerId,
    linkHash: asked.linkHash,
    atMs: deps.clock.nowMs(),
    lifeMs: CHALLENGE_LIFE_MS,
    uses: CHALLENGE_TRIES,
  });
  return refused({ code: 'second-factor', facts: { challenge: code } });
}

/**
 * Starts the session unless the customer is blocked or closed; returns `otherwise` if the
 * authentication is no longer valid.
 */
export async function enter(
  deps: StartSessionDeps,
  start: CustomerStart,
  otherwise: 'invalid-credentials' | 'session-ended' | 'link-invalid',
): Promise<Answer<Session>> {
  const { customerId } = start;
  const session = await startCustomerSession(deps, start);
  if (session === undefined) return refused({ code: otherwise });
  // The customer was blocked or the account closed in the meantime. That action has ended only the
  // sessions that existed then.
  const bar = await findBar(deps, customerId);
  if (bar !== undefined) {
    await deps.sessions.endAll({ kind: 'customer', id: customerId }, 'blocked');
    return refused({ code: bar });
  }
  return ok(session);
}

/** Returns what prevents an authenticated customer from signing in, if anything. */
export async function findBar(
  deps: EnsureAccountDeps,
  customerId: number,
): Promise<'blocked' | 'account-closed' | undefined> {
  const found = await findCustomer(deps.db.kysely, customerId);
  const customer = assertPresent(found, 'credentials belong to a customer');
  if (customer.closedAtMs !== null) return 'account-closed';
  const account = await ensureAccount(deps, customer);
  return account.terms.status === 'blocked' ? 'blocked' : undefined;
}
