// Who may sign in without the single sign-on provider, and who counts as an identified person for
// approvals.
import type { Rejection } from '@halyard/contract/rejections';
import type { StaffMember } from './staff-store.ts';

/** The provider of single sign-on; undefined: staff sign in with a password only. */
export type ConfiguredProvider = { readonly issuer: string } | undefined;

/**
 * Returns why a member may not use a password, app or passkey of this installation. The credentials
 * would survive the end of the person's account at the provider.
 */
export function refuseLocal(
  provider: ConfiguredProvider,
  { linkedIssuers, isBreakGlass }: StaffMember,
): Rejection | undefined {
  const isProviderOnly = provider !== undefined && linkedIssuers.length > 0 && !isBreakGlass;
  return isProviderOnly ? { code: 'sign-on-required' } : undefined;
}

/** Returns whether a member can sign in as an admin without the provider. */
export function isLocalAdmin(provider: ConfiguredProvider, member: StaffMember): boolean {
  const { roles, isDisabled, totp, hasPassword, firstPasswordEndMs } = member;
  if (!roles.includes('admin') || isDisabled || totp?.isConfirmed !== true) return false;
  if (!hasPassword || firstPasswordEndMs !== null) return false;
  return refuseLocal(provider, member) === undefined;
}

/** Returns whether a member can sign in as an admin, through the provider or without it. */
export function isAdmin(provider: ConfiguredProvider, member: StaffMember): boolean {
  if (isLocalAdmin(provider, member)) return true;
  const { roles, isDisabled, linkedIssuers } = member;
  const isLinked = provider !== undefined && linkedIssuers.includes(provider.issuer);
  return isLinked && roles.includes('admin') && !isDisabled;
}

/**
 * Returns why a member does not count as an identified person where two must approve. With single
 * sign-on the provider says who somebody is: a local account could be a second one of the same
 * person, and the credentials of a break-glass account are in a safe that several people can open.
 */
export function refusePerson(
  provider: ConfiguredProvider,
  { linkedIssuers, isBreakGlass }: StaffMember,
): Rejection | undefined {
  if (provider === undefined) return undefined;
  const isKnown = linkedIssuers.includes(provider.issuer) && !isBreakGlass;
  return isKnown ? undefined : { code: 'approver-not-linked' };
}
