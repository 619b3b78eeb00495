import { refused } from '#platform/http/http.ts';
import type { JudgePasswordDeps, Origin } from '#features/identity/identity.ts';
import { findCredentials, updatePasswordHash } from '../credential-store.ts';
import type { Credentials } from '../customer.ts';
import { judgePassword } from '#features/identity/identity.ts';

export type CheckPasswordDeps = JudgePasswordDeps;

export type PasswordChecked =
  | { readonly kind: 'right'; readonly credentials: Credentials }
  | ReturnType<typeof refused>;

/** Returns whether a customer's email and password match. */
export async function checkPassword(
  deps: CheckPasswordDeps,
  tried: Origin & { readonly email: string; readonly password: string },
): Promise<PasswordChecked> {
  const credentials = await findCredentials(deps.db.kysely, tried.email);
  const stored = credentials && { ...credentials, subjectId: credentials.customerId };
  const rejection = await judgePassword(deps, { ...tried, kind: 'customer', stored });
  if (rejection !== undefined) return refused(rejection);
  // Without stored credentials no password matches.
  if (credentials === undefined) return refused({ code: 'invalid-credentials' });
  const passwordHash = await renewHash(deps, credentials, tried.password);
  return { kind: 'right', credentials: { ...credentials, passwordHash } };
}

/**
 * The password is only available now, so a hash with outdated costs is replaced. Returns the stored
 * hash.
 */
async function renewHash(
  deps: CheckPasswordDeps,
  credentials: Credentials,
  password: string,
): Promise<string> {
  const { customerId, passwordHash } = credentials;
  if (!deps.hasher.isOutdated(passwordHash)) return passwordHash;
  const hashed = await deps.hasher.hash(password);
  if (hashed.kind === 'busy') return passwordHash;
  const renewed = { from: passwordHash, to: hashed.hash };
  const isRenewed = await updatePasswordHash(deps.db.kysely, customerId, renewed);
  return isRenewed ? hashed.hash : passwordHash;
}
