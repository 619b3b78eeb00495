// What an ID token says of a person. Its signature, issuer, audience, nonce and times are verified
// before.
import { EMAIL_PATTERN } from '@halyard/contract/accounts';
import { ROLES } from '@halyard/contract/backoffice/roles';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { SignOnSettings } from './sign-on-settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

const NAME_LENGTH_MAX = 100;
const EMAIL_LENGTH_MAX = 254;
const VALUES_MAX = 1_000;

/** Returns the roles that the values of the claim give; none without a known value. */
export function findRoles(
  claims: Claims,
  { rolesClaim, rolesByValue }: Pick<SignOnSettings, 'rolesClaim' | 'rolesByValue'>,
): readonly Role[] {
  const claim = findClaim(claims, rolesClaim);
  const values: readonly unknown[] = Array.isArray(claim) ? claim.slice(0, VALUES_MAX) : [claim];
  const granted = new Set(
    values.flatMap((value) => (typeof value === 'string' ? (rolesByValue.get(value) ?? []) : [])),
  );
  return ROLES.filter((role) => granted.has(role));
}

/**
 * Returns a claim by its name or, for one inside another, by its path: 'realm_access.roles'. Names
 * can contain dots ('https://example.com/roles'), so the whole name comes first.
 */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    const isInside = typeof found === 'object' && found !== null && Object.hasOwn(found, part);
    if (!isInside) return undefined;
    found = (found as Claims)[part];
  }
  return found;
}

/**
 * Returns the email if the provider has verified it. An unverified one could be that of another
 * person, who is a member here.
 */
export function findVerifiedEmail({ email, email_verified }: Claims): string | undefined {
  if (email_verified !== true || typeof email !== 'string') return undefined;
  const plain = email.trim().toLowerCase();
  return plain.length <= EMAIL_LENGTH_MAX && EMAIL_PATTERN.test(plain) ? plain : undefined;
}

/** Returns the person's name; the part of the email before the @ if there is none. */
export function findName({ name }: Claims, email: string): string {
  const given = typeof name === 'string' ? name.replaceAll(/\p{Cc}/gu, ' ').trim() : '';
  return (given === '' ? email.replace(/@.*/, '') : given).slice(0, NAME_LENGTH_MAX);
}
