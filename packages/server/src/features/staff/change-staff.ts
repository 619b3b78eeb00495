// Changes of a member of staff, each with its entry in the audit log.
import { randomBytes } from 'node:crypto';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { endOfFirstPassword } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { refused, ok } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkPassword } from './sign-in.ts';
import type { StaffDeps } from './sign-in.ts';
import { parseStaffActor } from './staff-actor.ts';
import {
  countAdmins,
  findStaff,
  insertStaff,
  lockStaff,
  markChanged,
  updateStaff,
} from './staff-store.ts';
import type { StaffChange, StaffMember } from './staff-store.ts';
import { notifyOfChange } from './notify-of-change.ts';

const PASSWORD_BYTES = 18;

export type NewStaff = {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** The password; undefined: a random one. */
  readonly password?: string;
  readonly actor: string;
};

export type CreatedStaff =
  | { readonly kind: 'created'; readonly id: number; readonly password: string }
  | { readonly kind: 'email-taken' }
  /** The change is rejected, for example because the caller is no longer an admin. */
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export async function createStaff(
  deps: StaffDeps,
  { email, name, roles, password: given, actor }: NewStaff,
): Promise<CreatedStaff> {
  const { db, clock, identity } = deps;
  const password = given ?? createPassword();
  const passwordHash = await identity.signIns.hashPassword(password);
  const atMs = clock.nowMs();
  const firstPasswordEndMs = given === undefined ? endOfFirstPassword(atMs) : null;
  return await db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    const rejection = await checkActor(tx, actor);
    if (rejection !== undefined) return { kind: 'refused', rejection };
    const added = { email, name, roles, passwordHash, firstPasswordEndMs, actor, atMs };
    const id = await insertStaff(tx, added);
    if (id === undefined) return { kind: 'email-taken' };
    const subject = `staff:${id}`;
    await recordAudit(tx, atMs, { actor, action: 'staff.create', subject, after: { roles } });
    await notifyOfChange(deps, tx, { staffId: id, email, action: 'staff.create', actor, atMs });
    return { kind: 'created', id, password };
  });
}

export type NewPassword = { readonly password: string };
export type ActionRequest = { readonly staffId: number; readonly actor: string };

export async function setRoles(
  deps: StaffDeps,
  { roles, ...request }: ActionRequest & { readonly roles: readonly Role[] },
): Promise<Rejection | undefined> {
  return await change(deps, request, { action: 'staff.set-roles', change: { roles }, ends: false });
}

/** Disables or enables a member of staff. A disabled member is signed out at once. */
export async function setDisabled(
  deps: StaffDeps,
  { isDisabled, ...request }: ActionRequest & { readonly isDisabled: boolean },
): Promise<Rejection | undefined> {
  const disabledAtMs = isDisabled ? deps.clock.nowMs() : null;
  const action = isDisabled ? 'staff.disable' : 'staff.enable';
  return await change(deps, request, { action, change: { disabledAtMs }, ends: true });
}

/** Sets a new password and returns it; all sessions of the member end. */
export async function resetPassword(
  deps: StaffDeps,
  request: ActionRequest,
): Promise<Answer<NewPassword>> {
  const password = createPassword();
  const passwordHash = await deps.identity.signIns.hashPassword(password);
  const firstPasswordEndMs = endOfFirstPassword(deps.clock.nowMs());
  const set = { passwordHash, firstPasswordEndMs };
  const wanted = { action: 'staff.set-password', change: set, ends: true };
  const rejection = await change(deps, request, wanted);
  return rejection === undefined ? ok({ password }) : refused(rejection);
}

/** Removes a member's second factor; the next sign-in sets up another app. */
export async function resetSecondFactor(
  deps: StaffDeps,
  request: ActionRequest,
): Promise<Rejection | undefined> {
  const action = 'staff.reset-second-factor';
  return await change(deps, request, { action, change: { totp: null }, ends: true });
}

/** Sets up a second factor whose secret is already in an app; returns the secret. */
export async function setUpSecondFactor(deps: StaffDeps, request: ActionRequest): Promise<string> {
  const subject = { kind: 'staff', id: request.staffId } as const;
  const { secret, encrypted } = deps.identity.signIns.createTotp(
    subject,
    `staff:${request.staffId}`,
  );
  const totp = { encrypted, atMs: deps.clock.nowMs() };
  await change(deps, request, { action: 'staff.second-factor', change: { totp }, ends: true });
  return secret;
}

export type OwnPassword = {
  readonly staffId: number;
  readonly sessionId: string;
  readonly password: string;
  readonly newPassword: string;
  readonly ip: string;
};

/** Changes a member's own password; this session continues, the others end. */
export async function updatePassword(
  deps: StaffDeps,
  { staffId, sessionId, password, newPassword, ip }: OwnPassword,
): Promise<Answer<Record<string, never>>> {
  const member = await findStaff(deps.db.kysely, { id: staffId });
  if (member === undefined) return refused({ code: 'invalid-credentials' });
  const { email, name } = member;
  const known = await checkPassword(deps, { email, password, ip, hasWorked: true });
  if (known.kind === 'refused') return known;
  if (newPassword === password) return refused({ code: 'password-unchanged' });
  const { signIns } = deps.identity;
  const weak = signIns.judgeNewPassword({ password: newPassword, about: [email, name] });
  if (weak !== undefined) return refused(weak);
  const passwordHash = await signIns.hashPassword(newPassword);
  const request = { staffId, actor: `staff:${staffId}`, keepId: sessionId };
  const set = { passwordHash, firstPasswordEndMs: null };
  const wanted = { action: 'staff.set-password', change: set, ends: true };
  const rejection = await change(deps, request, wanted);
  return rejection === undefined ? ok({}) : refused(rejection);
}

type Change = {
  readonly action: string;
  readonly change: StaffChange;
  /** Whether the change ends the member's sessions. */
  readonly ends: boolean;
};

/** Executes a change. Returns the rejection, if any. */
async function change(
  deps: StaffDeps,
  request: ActionRequest & { readonly keepId?: string },
  { action, change: changed, ends }: Change,
): Promise<Rejection | undefined> {
  const { db, clock, identity } = deps;
  const { staffId, actor, keepId } = request;
  const atMs = clock.nowMs();
  const outcome = await db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    const before = await findStaff(tx, { id: staffId });
    if (before === undefined) return { code: 'not-found' } as const;
    const rejection = await checkChange(tx, { before, actor, change: changed });
    if (rejection !== undefined) return rejection;
    await updateStaff(tx, staffId, changed);
    if (actor !== `staff:${staffId}` && !isDisabling(changed)) {
      await markChanged(tx, staffId, { actor, atMs });
      await notifyOfChange(deps, tx, { staffId, email: before.email, action, actor, atMs });
    }
    const after = await findStaff(tx, { id: staffId });
    await recordAudit(tx, atMs, {
      actor,
      action,
      subject: `staff:${staffId}`,
      before: toFacts(before),
      ...(after === undefined ? {} : { after: toFacts(after) }),
    });
    const subject = { kind: 'staff', id: staffId } as const;
    return [
      // Views of customers end too, because the member may no longer be permitted to view them.
      await identity.signIns.endViews(tx, staffId),
      ...(ends ? [await identity.signIns.endOthers(tx, subject, keepId)] : []),
    ];
  });
  if ('code' in outcome) return outcome;
  outcome.forEach((announce) => announce());
  return undefined;
}

type Checked = {
  readonly before: StaffMember;
  readonly actor: string;
  readonly change: StaffChange;
};

/** Returns why a change is not permitted, judged while nobody else changes any member of staff. */
async function checkChange(
  tx: Kysely<object>,
  { before, actor, change: changed }: Checked,
): Promise<Rejection | undefined> {
  if (actor !== `staff:${before.id}`) {
    const rejection = await checkActor(tx, actor);
    if (rejection !== undefined) return rejection;
  }
  // The operator's command can always reset an app, because it is the way back when the last admin
  // has lost theirs.
  const isRecovery = actor.startsWith('operator:') && 'totp' in changed;
  if (isRecovery || !isAdmin(before) || !endsAdmin(changed)) return undefined;
  return (await countAdmins(tx)) > 1 ? undefined : { code: 'last-admin' };
}

/**
 * Returns why the caller may not do it. Two admins may act on one another at the same moment, and
 * the second is then no longer an admin.
 */
async function checkActor(tx: Kysely<object>, actor: string): Promise<Rejection | undefined> {
  const staffId = parseStaffActor(actor);
  if (staffId === undefined) return undefined;
  const member = await findStaff(tx, { id: staffId });
  const mayChange = member !== undefined && !member.isDisabled && member.roles.includes('admin');
  return mayChange ? undefined : { code: 'forbidden' };
}

function isAdmin({ roles, isDisabled, totp }: StaffMember): boolean {
  return roles.includes('admin') && !isDisabled && totp?.isConfirmed === true;
}

function endsAdmin(changed: StaffChange): boolean {
  if ('roles' in changed) return !changed.roles.includes('admin');
  return isDisabling(changed) || ('totp' in changed && changed.totp === null);
}

function isDisabling(changed: StaffChange): boolean {
  return 'disabledAtMs' in changed && changed.disabledAtMs !== null;
}

/** Returns what the audit log may contain of a member. */
function toFacts({ roles, isDisabled, totp }: StaffMember): Readonly<Record<string, unknown>> {
  return { roles, disabled: isDisabled, secondFactor: totp?.isConfirmed === true };
}

function createPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
