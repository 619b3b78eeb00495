// What a member of staff is there for. Whoever has no role may do nothing but sign in and out.
export const ROLES = ['support', 'compliance', 'finance', 'dealing', 'content', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The roles that may, and admin with them. Everything that is not allowed here and in so many words
 * is denied.
 */
export function allow(...roles: readonly Exclude<Role, 'admin'>[]): readonly Role[] {
  return ROLES.filter((role) => role === 'admin' || roles.includes(role));
}

export function isAllowed(held: readonly Role[], allowed: readonly Role[]): boolean {
  return held.some((role) => allowed.includes(role));
}
