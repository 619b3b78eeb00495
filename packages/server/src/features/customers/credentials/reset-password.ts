import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { Database } from '#platform/db/db.ts';
import {
  admitStranger,
  attemptOf,
  findCode,
  hashToken,
  spendCode,
  tooMany,
} from '#features/identity/identity.ts';
import type { Origin, PasswordHasher, Throttles } from '#features/identity/identity.ts';
import { lockCustomer, markEmailConfirmed } from '../credential-store.ts';
import type { EndAccess } from '../end-access.ts';
import { judgePasswordOf, setPassword } from './set-password.ts';
import type { SetPasswordDeps } from './set-password.ts';

export type ResetPasswordDeps = SetPasswordDeps & {
  readonly db: Database;
  readonly hasher: PasswordHasher;
  readonly throttles: Throttles;
  readonly endAccess: EndAccess;
};

/**
 * Sets a new password by the code of a mailed link; every session and other access ends, and none is
 * started.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  request: Origin & { readonly code: string; readonly password: string },
): Promise<Answer<Record<string, never>>> {
  const { code, password } = request;
  const attempt = attemptOf(hashToken(code), request);
  const rejection = await admitStranger(deps.throttles.code, attempt);
  if (rejection !== undefined) return rejection;
  const atMs = deps.clock.nowMs();
  const presented = { purpose: 'reset-password', code, atMs } as const;
  // The link is checked first, so that no hash is computed for an invalid one.
  const found = await findCode(deps.db.kysely, presented);
  if (found === undefined) return refused({ code: 'link-invalid' });
  const { customerId } = found;
  const weak = await judgePasswordOf(deps, { customerId, password });
  if (weak !== undefined) {
    await deps.throttles.code.release(attempt);
    return refused(weak);
  }
  const hashed = await deps.hasher.hash(password);
  if (hashed.kind === 'busy') return tooMany(0);
  const ended = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockCustomer(tx, customerId);
    if ((await spendCode(tx, presented)) === undefined) return undefined;
    // Whoever opens the mail owns the address, so the email counts as confirmed.
    await markEmailConfirmed(tx, customerId, atMs);
    // Whoever held the account in the meantime may have created an API key, so all access ends.
    await deps.endAccess(tx, customerId);
    const { hash: passwordHash } = hashed;
    return await setPassword(deps, tx, { customerId, passwordHash, keepId: undefined, by: 'link' });
  });
  if (ended === undefined) return refused({ code: 'link-invalid' });
  await deps.throttles.code.succeed(attempt);
  deps.sessions.announce(ended);
  return ok({});
}
