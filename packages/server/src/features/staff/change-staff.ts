// Changes of a member of staff, each with its entry in the audit log.
import { randomBytes } from 'node:crypto';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { deletePasskeysOf, endOfFirstPassword } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { refused, ok } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkPassword } from './sign-in.ts';
import type { StaffDeps } from './sign-in.ts';
import { checkActor, checkChange, isDisabling, isReset } from './check-change.ts';
import {
  findStaff,
  insertStaff,
  lockStaff,
  markChanged,
  markFormerAdmin,
  updateStaff,
} from './staff-store.ts';
import type { StaffChange, StaffMember } from './staff-store.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { deleteIdentities } from './identity-store.ts';
import { judgeGrant } from './grant-roles.ts';
import type { GrantApproval } from './grant-roles.ts';
import { isAdmin, refuseLocal } from './local-sign-in.ts';
import type { ConfiguredProvider } from './local-sign-in.ts';

const PASSWORD_BYTES = 18;

export type NewStaff = {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** The password; undefined: a random one. */
  readonly password?: string;
  readonly actor: string;
  readonly approval?: GrantApproval;
};

export type CreatedStaff =
  | {
      readonly kind: 'created';
      readonly id: number;
      /** Undefined if two people approved: one of them resets the password, which shows it once. */
      readonly password: string | undefined;
    }
  /** Another admin must approve it; nothing is created yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'email-taken' }
  /** The change is rejected, for example because the caller is no longer an admin. */
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export async function createStaff(
  deps: StaffDeps,
  { email, name, roles, password: given, actor, approval }: NewStaff,
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
    if ((await findStaff(tx, { email })) !== undefined) return { kind: 'email-taken' };
    const judged = await judgeGrant(deps, tx, { granted: roles, approval });
    if (typeof judged === 'object') return { kind: 'refused', rejection: judged };
    if (judged === 'waiting') return { kind: 'waiting' };
    const hasPassword = judged === 'unneeded';
    const login = hasPassword
      ? { passwordHash, hasPassword, firstPasswordEndMs }
      : { passwordHash, hasPassword, firstPasswordEndMs: null };
    const id = await addStaff(deps, tx, { email, name, roles, ...login, actor, atMs });
    if (id === undefined) return { kind: 'email-taken' };
    return { kind: 'created', id, password: hasPassword ? password : undefined };
  });
}

/** Adds a member while the caller holds the lock of staff; undefined if another has the email. */
export async function addStaff(
  deps: Pick<StaffDeps, 'notifications'>,
  tx: Kysely<object>,
  added: Parameters<typeof insertStaff>[1],
): Promise<number | undefined> {
  const { email, roles, actor, atMs } = added;
  const id = await insertStaff(tx, added);
  if (id === undefined) return undefined;
  const subject = `staff:${id}`;
  await recordAudit(tx, atMs, { actor, action: 'staff.create', subject, after: { roles } });
  await notifyOfChange(deps, tx, { staffId: id, email, action: 'staff.create', actor, atMs });
  return id;
}

export type NewPassword = { readonly password: string };
export type ActionRequest = { readonly staffId: number; readonly actor: string };

export type NewRoles = ActionRequest & {
  readonly roles: readonly Role[];
  readonly approval?: GrantApproval;
};

/** Sets the roles of a member; `isWaiting` if another admin must approve it first. */
export async function setRoles(
  deps: StaffDeps,
  { roles, approval, ...request }: NewRoles,
): Promise<Rejection | { readonly isWaiting: boolean }> {
  const { staffId, actor } = request;
  const wanted = { action: 'staff.set-roles', change: { roles }, ends: false };
  const outcome = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    const before = await findStaff(tx, { id: staffId });
    if (before === undefined) return { code: 'not-found' } as const;
    const rejection = await checkChange(deps.settings.signOn, tx, {
      before,
      actor,
      change: wanted.change,
    });
    if (rejection !== undefined) return rejection;
    const granted = roles.filter((role) => !before.roles.includes(role));
    const judged = await judgeGrant(deps, tx, { granted, approval });
    if (typeof judged === 'object' || judged === 'waiting') return judged;
    return await changeIn(deps, tx, { ...request, ...wanted });
  });
  if (outcome === 'waiting') return { isWaiting: true };
  if ('code' in outcome) return outcome;
  outcome.forEach((announce) => announce());
  return { isWaiting: false };
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

/** Sets a new password and returns it; the member's passkeys and sessions end. */
export async function resetPassword(
  deps: StaffDeps,
  request: ActionRequest,
): Promise<Answer<NewPassword>> {
  const password = createPassword();
  const passwordHash = await deps.identity.signIns.hashPassword(password);
  const firstPasswordEndMs = endOfFirstPassword(deps.clock.nowMs());
  const set = { passwordHash, hasPassword: true, firstPasswordEndMs };
  const wanted = { action: 'staff.set-password', change: set, ends: true };
  const rejection = await change(deps, request, wanted);
  return rejection === undefined ? ok({ password }) : refused(rejection);
}

/** Opens or closes the local sign-in of a linked member; all sessions of the member end. */
export async function setBreakGlass(
  deps: StaffDeps,
  { isBreakGlass, ...request }: ActionRequest & { readonly isBreakGlass: boolean },
): Promise<Rejection | undefined> {
  const action = isBreakGlass ? 'staff.mark-break-glass' : 'staff.end-break-glass';
  return await change(deps, request, { action, change: { isBreakGlass }, ends: true });
}

/** Removes a member's app and passkeys; the next sign-in sets up another app. */
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
  const set = { passwordHash, hasPassword: true, firstPasswordEndMs: null };
  const wanted = { action: 'staff.set-password', change: set, ends: true };
  const rejection = await change(deps, request, wanted);
  return rejection === undefined ? ok({}) : refused(rejection);
}

export type Change = {
  readonly action: string;
  readonly change: StaffChange;
  /** Whether the change ends the member's sessions. */
  readonly ends: boolean;
};

/** Executes a change. Returns the rejection, if any. */
async function change(
  deps: StaffDeps,
  request: ChangeRequest,
  wanted: Change,
): Promise<Rejection | undefined> {
  const outcome = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    return await changeIn(deps, tx, { ...request, ...wanted });
  });
  if ('code' in outcome) return outcome;
  outcome.forEach((announce) => announce());
  return undefined;
}

export type ChangeDeps = Omit<StaffDeps, 'db' | 'settings'> & {
  readonly settings: { readonly signOn: ConfiguredProvider };
};

type ChangeRequest = ActionRequest & { readonly keepId?: string };

/**
 * Executes a change while the caller holds the lock of staff. Returns the rejection, or what to
 * call after the commit.
 */
export async function changeIn(
  deps: ChangeDeps,
  tx: Kysely<object>,
  { staffId, actor, keepId, action, change: changed, ends }: ChangeRequest & Change,
): Promise<Rejection | readonly (() => void)[]> {
  const { clock, identity } = deps;
  const atMs = clock.nowMs();
  const before = await findStaff(tx, { id: staffId });
  if (before === undefined) return { code: 'not-found' };
  const rejection = await checkChange(deps.settings.signOn, tx, { before, actor, change: changed });
  if (rejection !== undefined) return rejection;
  await updateStaff(tx, staffId, changed);
  if (isReset(changed)) await deletePasskeysOf(tx, { kind: 'staff', id: staffId });
  if ('totp' in changed && changed.totp === null) await unlink(deps, tx, before);
  if (actor !== `staff:${staffId}` && !isDisabling(changed)) {
    await markChanged(tx, staffId, { actor, atMs });
    await notifyOfChange(deps, tx, { staffId, email: before.email, action, actor, atMs });
  }
  const after = await findStaff(tx, { id: staffId });
  const { signOn } = deps.settings;
  const wasAdmin = isAdmin(signOn, before);
  if (wasAdmin && after !== undefined && !isAdmin(signOn, after)) {
    await markFormerAdmin(tx, staffId, atMs);
  }
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
}

/**
 * Deletes a member's links to accounts at the provider, because a reset of the credentials also
 * resets these; the next single sign-on links by email again. A password that was unusable while
 * the member was linked must stay unusable.
 */
async function unlink(
  { settings: { signOn } }: Pick<ChangeDeps, 'settings'>,
  tx: Kysely<object>,
  member: StaffMember,
): Promise<void> {
  await deleteIdentities(tx, member.id);
  if (refuseLocal(signOn, member) === undefined) return;
  const { passwordHash } = member;
  const closed = { passwordHash, hasPassword: false, firstPasswordEndMs: null };
  await updateStaff(tx, member.id, closed);
}

/** Returns what the audit log may contain of a member. */
function toFacts(member: StaffMember): Readonly<Record<string, unknown>> {
  const { roles, isDisabled: disabled, totp, isBreakGlass } = member;
  const facts = { roles, disabled, secondFactor: totp?.isConfirmed === true };
  return isBreakGlass ? { ...facts, breakGlass: true } : facts;
}

function createPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
