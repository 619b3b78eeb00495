// Staff roles. A member of staff without a role can only sign in and out.
export const ROLES = ['support', 'compliance', 'finance', 'dealing', 'content', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Permits these roles and admin. Everything that is not explicitly permitted is denied. */
export function allow(...roles: readonly Exclude<Role, 'admin'>[]): readonly Role[] {
  return ROLES.filter((role) => role === 'admin' || roles.includes(role));
}

export function isAllowed(held: readonly Role[], allowed: readonly Role[]): boolean {
  return held.some((role) => allowed.includes(role));
}
