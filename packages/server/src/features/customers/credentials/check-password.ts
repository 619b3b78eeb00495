import { refused } from '#platform/http/http.ts';
import type { JudgePasswordDeps, Origin } from '#features/identity/identity.ts';
import { findCredentials, updatePasswordHash } from '../credential-store.ts';
import type { Credentials } from '../customer.ts';
import { judgePassword } from '#features/identity/identity.ts';

export type CheckPasswordDeps = JudgePasswordDeps;

export type PasswordChecked =
  | { readonly kind: 'right'; readonly credentials: Credentials }
  | ReturnType<typeof refused>;

/** Whether a customer's email and password belong together. */
export async function checkPassword(
  deps: CheckPasswordDeps,
  tried: Origin & { readonly email: string; readonly password: string },
): Promise<PasswordChecked> {
  const credentials = await findCredentials(deps.db.kysely, tried.email);
  const stored = credentials && { ...credentials, subjectId: credentials.customerId };
  const refusal = await judgePassword(deps, { ...tried, kind: 'customer', stored });
  if (refusal !== undefined) return refused(refusal);
  // Without credentials nothing is right.
  if (credentials === undefined) return refused({ code: 'invalid-credentials' });
  const passwordHash = await renewHash(deps, credentials, tried.password);
  return { kind: 'right', credentials: { ...credentials, passwordHash } };
}

/** The password is at hand only now: a hash of older costs is made anew. Gives the one that is stored. */
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
