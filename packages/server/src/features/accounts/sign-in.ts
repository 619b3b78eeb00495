import type { Session } from '@halyard/contract/accounts';
import { assertPresent } from '@halyard/core/assertion';
import { networkOf, ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { findCredentials, findCustomer, updatePasswordHash } from './customer-store.ts';
import type { Credentials } from './customer.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { hasSessionFrom } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import type { Attempt, SignInThrottle } from './sign-in-throttle.ts';
import { startCustomerSession } from './start-customer-session.ts';
import type { Client } from './start-customer-session.ts';

const SECOND_MS = 1000;
const NETWORK_KNOWN_FOR_MS = 90 * 24 * 60 * 60 * SECOND_MS;

export type SignInDeps = EnsureAccountDeps & {
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly throttle: SignInThrottle;
  readonly log: Log;
};

export type SignInRequest = {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
};

/**
 * Signs a customer in. An unknown email and a wrong password cost the same time and get the same
 * answer, so that nobody learns who is a customer here.
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<Answer<Session>> {
  const attempt = { email: request.email, network: networkOf(request.client.ip) };
  const credentials = await findCredentials(deps.db.kysely, request.email);
  const waitMs = await admit(deps, { attempt, credentials });
  if (waitMs > 0) return tooMany(waitMs);

  const verified = await verify(deps, { attempt, credentials, password: request.password });
  if (verified.kind === 'busy') return tooMany(SECOND_MS);
  if (credentials === undefined || !verified.matches) {
    const { ip } = request.client;
    deps.log.warn({ customerId: credentials?.customerId ?? null, ip }, 'a sign-in was refused');
    return refused({ code: 'invalid-credentials' });
  }
  deps.throttle.succeed(attempt);
  await renewHash(deps, credentials, request.password);
  return await enter(deps, credentials.customerId, request.client);
}

function tooMany(waitMs: number): Answer<never> {
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  return refused({ code: 'too-many', facts: { retryAfterSeconds } });
}

/** How long the attempt has to wait; 0 when it may be made now, and is counted. */
async function admit(
  deps: SignInDeps,
  { attempt, credentials }: { attempt: Attempt; credentials: Credentials | undefined },
): Promise<number> {
  const admission = deps.throttle.admit(attempt);
  if (admission.kind === 'admitted') return 0;
  if (!admission.isLiftedForKnownNetwork) return admission.retryAfterMs;
  // Asked for unknown emails too (no customer has the id 0), so that the time tells nothing.
  const subject = { kind: 'customer', id: credentials?.customerId ?? 0 } as const;
  const sinceMs = deps.clock.nowMs() - NETWORK_KNOWN_FOR_MS;
  const isKnown = await hasSessionFrom(deps.db.kysely, subject, {
    network: attempt.network,
    sinceMs,
  });
  if (!isKnown) return admission.retryAfterMs;
  deps.throttle.admitKnown(attempt);
  return 0;
}

/** An attempt that was not judged, for want of room or of a hash that can be read, does not count. */
async function verify(
  deps: SignInDeps,
  {
    attempt,
    credentials,
    password,
  }: {
    attempt: Attempt;
    credentials: Credentials | undefined;
    password: string;
  },
) {
  try {
    const verified = await deps.hasher.verify(credentials?.passwordHash, password);
    if (verified.kind === 'busy') deps.throttle.release(attempt);
    return verified;
  } catch (error) {
    deps.throttle.release(attempt);
    throw error;
  }
}

/** The password is at hand only now: a hash of older costs is made anew. */
async function renewHash(
  deps: SignInDeps,
  credentials: Credentials,
  password: string,
): Promise<void> {
  if (!deps.hasher.isOutdated(credentials.passwordHash)) return;
  const hashed = await deps.hasher.hash(password);
  if (hashed.kind === 'busy') return;
  await updatePasswordHash(deps.db.kysely, credentials.customerId, hashed.hash);
}

async function enter(
  deps: SignInDeps,
  customerId: number,
  client: Client,
): Promise<Answer<Session>> {
  if (await isBlocked(deps, customerId)) return refused({ code: 'blocked' });
  const session = await startCustomerSession(deps, { customerId, by: 'password', client });
  // Blocked meanwhile: whoever blocked has ended the sessions that were there then.
  if (await isBlocked(deps, customerId)) {
    await deps.sessions.endAll({ kind: 'customer', id: customerId }, 'blocked');
    return refused({ code: 'blocked' });
  }
  return ok(session);
}

async function isBlocked(deps: SignInDeps, customerId: number): Promise<boolean> {
  const customer = await findCustomer(deps.db.kysely, customerId);
  const account = await ensureAccount(
    deps,
    assertPresent(customer, 'credentials belong to a customer'),
  );
  return account.terms.status === 'blocked';
}
