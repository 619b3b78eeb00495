// Single sign-on of staff by OpenID Connect.
import { ROLES, type Role } from '@halyard/contract/backoffice/roles';
import * as z from 'zod/mini';
import type { SignOnSettings } from '#features/staff/staff.ts';
import { type Problem, flag, list, matching, secureUrlOf, setting } from '#setting-kinds.ts';

/** OpenID Connect requires all of them. */
const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;

const readIssuer = secureUrlOf('https:', 'http:');

export const SignOnVariables = z.object({
  OIDC_ISSUER: z.optional(
    setting(
      (text) => (/[?#]/.test(text) ? undefined : readIssuer(text)),
      'must be the https address that the provider names as its issuer, such as https://id.example.com/realms/staff',
    ),
  ),
  OIDC_CLIENT_ID: z.optional(
    setting(matching(/^[\x21-\x7e]{1,200}$/), 'must be 1 to 200 characters of ASCII'),
  ),
  OIDC_CLIENT_SECRET: z.optional(
    setting(matching(/^[\x20-\x7e]{1,1000}$/), 'must be 1 to 1000 characters of ASCII'),
  ),
  OIDC_SCOPES: z._default(
    setting(
      (text) => (/^[\x21-\x7e ]{1,500}$/.test(text) && hasOpenid(text) ? text : undefined),
      'must be scopes separated by spaces, openid among them',
    ),
    'openid email profile',
  ),
  OIDC_ROLES_CLAIM: z._default(
    setting(matching(/^[\x21-\x7e]{1,200}$/), 'must be a claim such as groups'),
    'roles',
  ),
  OIDC_ROLES: z.optional(
    setting(
      (text) => list(readMapping)(text),
      `must be values of the claim with roles, such as desk=dealing+support,admins=admin; the roles are ${ROLES.join(', ')}`,
    ),
  ),
  OIDC_LABEL: z._default(
    setting(matching(/^[^\p{Cc}]{1,60}$/u), 'must be a text of at most 60 characters'),
    'Continue with single sign-on',
  ),
  OIDC_PRIVATE_NETWORK: z._default(flag(), false),
});
type SignOnVariables = z.infer<typeof SignOnVariables>;

type Mapping = { readonly value: string; readonly roles: readonly Role[] };

/** A value can contain '=', a role can't. */
function readMapping(text: string): Mapping | undefined {
  const at = text.lastIndexOf('=');
  const value = text.slice(0, Math.max(0, at)).trim();
  const names = text.slice(at + 1).split('+');
  const roles = names.flatMap((name) => ROLES.filter((role) => role === name.trim()));
  return value !== '' && roles.length === names.length ? { value, roles } : undefined;
}

function hasOpenid(text: string): boolean {
  return text.split(' ').includes('openid');
}

export function toSignOnSettings(variables: SignOnVariables): {
  /** Undefined: staff sign in with a password only. */
  readonly signOn: SignOnSettings | undefined;
} {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: mappings } = variables;
  const { OIDC_CLIENT_SECRET: clientSecret } = variables;
  const isSet = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  if (!isSet || mappings === undefined) return { signOn: undefined };
  return {
    signOn: {
      issuer,
      clientId,
      clientSecret,
      scopes: variables.OIDC_SCOPES,
      rolesClaim: variables.OIDC_ROLES_CLAIM,
      rolesByValue: groupByValue(mappings),
      label: variables.OIDC_LABEL,
      // An issuer with http is on this machine.
      allowsPrivate: variables.OIDC_PRIVATE_NETWORK || issuer.startsWith('http:'),
    },
  };
}

function groupByValue(mappings: readonly Mapping[]): ReadonlyMap<string, readonly Role[]> {
  const grouped = new Map<string, readonly Role[]>();
  for (const { value, roles } of mappings) {
    grouped.set(value, [...(grouped.get(value) ?? []), ...roles]);
  }
  return grouped;
}

/** Returns the required settings of single sign-on that are missing although others are set. */
export function signOnProblems(variables: Partial<SignOnVariables>): readonly Problem[] {
  if (REQUIRED.every((name) => variables[name] === undefined)) return [];
  const text = 'is required for single sign-on';
  return REQUIRED.filter((name) => variables[name] === undefined).map((name) => ({ name, text }));
}
