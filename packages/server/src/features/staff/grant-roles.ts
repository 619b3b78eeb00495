// Whether a second admin must approve a grant of roles that move money or administer staff.
import { APPROVAL_RULES } from '@halyard/contract/backoffice/approval-rules';
import { ROLES, type Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { isAdmin } from './local-sign-in.ts';
import type { ConfiguredProvider } from './local-sign-in.ts';
import { listAdmins, listFormerAdmins } from './staff-store.ts';

/** The roles that can approve anything: those that move money, and admin. */
const POWERFUL: readonly Role[] = ROLES.filter((role) =>
  Object.values(APPROVAL_RULES).some(({ roles }) => roles.includes(role)),
);

export type GrantApproval = {
  /** Records the actor's approval, and returns whether enough people have approved. */
  judge(
    tx: Kysely<object>,
  ): Promise<
    | { readonly kind: 'approved' | 'waiting' }
    | { readonly kind: 'refused'; readonly rejection: Rejection }
  >;
  /**
   * Whether a first approval is stored. It then needs a second one, even if the rules would require
   * none now.
   */
  readonly isStored?: true;
};

export type GrantDeps = {
  readonly clock: Clock;
  readonly settings: { readonly signOn: ConfiguredProvider; readonly approverAgeDays: number };
};

type Grant = {
  readonly granted: readonly Role[];
  /** Absent for the operator's command, which restores access when admins can't sign in. */
  readonly approval: GrantApproval | undefined;
};

/** Judges a grant while the caller holds the lock of staff. */
export async function judgeGrant(
  deps: GrantDeps,
  tx: Kysely<object>,
  { granted, approval }: Grant,
): Promise<'unneeded' | 'approved' | 'waiting' | Rejection> {
  if (approval === undefined) return 'unneeded';
  const isPowerful = granted.some((role) => POWERFUL.includes(role));
  const isNeeded = approval.isStored === true || (isPowerful && (await areTwoAdmins(deps, tx)));
  if (!isNeeded) return 'unneeded';
  const judged = await approval.judge(tx);
  return judged.kind === 'refused' ? judged.rejection : judged.kind;
}

/**
 * Also counts members who recently stopped being admins or lost their sign-in: otherwise one admin
 * could avoid the second approval by removing the other.
 */
async function areTwoAdmins({ clock, settings }: GrantDeps, tx: Kysely<object>): Promise<boolean> {
  const { signOn, approverAgeDays } = settings;
  const able = (await listAdmins(tx)).filter((member) => isAdmin(signOn, member));
  const after = new Date(clock.nowMs() - approverAgeDays * DAY_MS);
  const former = await listFormerAdmins(tx, after);
  return new Set([...able.map(({ id }) => id), ...former]).size > 1;
}
