// Which changes of a member of staff are permitted.
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { isLocalAdmin, refuseLocal } from './local-sign-in.ts';
import type { ConfiguredProvider } from './local-sign-in.ts';
import { parseStaffActor } from './staff-actor.ts';
import { findStaff, listAdmins } from './staff-store.ts';
import type { StaffChange, StaffMember } from './staff-store.ts';

type Checked = {
  readonly before: StaffMember;
  readonly actor: string;
  readonly change: StaffChange;
};

/** Returns why a change is not permitted. The caller holds the lock of staff. */
export async function checkChange(
  signOn: ConfiguredProvider,
  tx: Kysely<object>,
  { before, actor, change: changed }: Checked,
): Promise<Rejection | undefined> {
  if (actor !== `staff:${before.id}`) {
    const rejection = await checkActor(tx, actor);
    if (rejection !== undefined) return rejection;
  }
  // An admin who knows the member's password could sign in as the member without the provider.
  const setsPassword = isFirstPassword(changed);
  if (setsPassword && refuseLocal(signOn, before) !== undefined) return { code: 'member-linked' };
  // The operator's command can always reset an app or a password, because it restores access when
  // the last admin has lost theirs.
  const isRecovery = actor.startsWith('operator:') && ('totp' in changed || setsPassword);
  if (isRecovery || !isLocalAdmin(signOn, before) || !endsAdmin(changed)) return undefined;
  const others = (await listAdmins(tx)).filter(
    (member) => member.id !== before.id && isLocalAdmin(signOn, member),
  );
  return others.length > 0 ? undefined : { code: 'last-admin' };
}

/**
 * Returns why the actor may not change members. Two admins can act on each other at the same time;
 * the second is then no longer an admin.
 */
export async function checkActor(
  tx: Kysely<object>,
  actor: string,
): Promise<Rejection | undefined> {
  const staffId = parseStaffActor(actor);
  if (staffId === undefined) return undefined;
  const member = await findStaff(tx, { id: staffId });
  const mayChange = member !== undefined && !member.isDisabled && member.roles.includes('admin');
  return mayChange ? undefined : { code: 'forbidden' };
}

function endsAdmin(changed: StaffChange): boolean {
  if ('roles' in changed) return !changed.roles.includes('admin');
  // A first password ends the member's access, because it expires unless the member replaces it.
  if ('passwordHash' in changed) return isFirstPassword(changed);
  if ('isBreakGlass' in changed) return !changed.isBreakGlass;
  return isDisabling(changed) || ('totp' in changed && changed.totp === null);
}

function isFirstPassword(changed: StaffChange): boolean {
  return 'passwordHash' in changed && changed.firstPasswordEndMs !== null;
}

/** Whether somebody else resets a credential, after which no earlier one may work. */
export function isReset(changed: StaffChange): boolean {
  return isFirstPassword(changed) || 'totp' in changed;
}

export function isDisabling(changed: StaffChange): boolean {
  return 'disabledAtMs' in changed && changed.disabledAtMs !== null;
}
