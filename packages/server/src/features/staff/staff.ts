// Back-office staff: sign-in, roles, and their own data. The contract defines what a role can do.
import * as contract from '@halyard/contract/backoffice/sign-in';
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { listPasskeysOf } from '#features/identity/identity.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller, RouteBinding } from '#platform/http/http.ts';
import {
  createStaff,
  resetPassword,
  resetSecondFactor,
  setBreakGlass,
  setDisabled,
  setRoles,
  setUpSecondFactor,
  updatePassword,
} from './change-staff.ts';
import type {
  CreatedStaff,
  ActionRequest,
  NewPassword,
  NewRoles,
  NewStaff,
} from './change-staff.ts';
import { passkeyRoutes } from './passkeys/passkeys.ts';
import type { PasskeyDeps } from './passkeys/passkeys.ts';
import { createSignOnRoutes } from './sign-on/sign-on.ts';
import type { SignOnDeps } from './sign-on/sign-on.ts';
import { refuseLocal, refusePerson } from './local-sign-in.ts';
import { authenticate, enrol, signIn, staffToWire } from './sign-in.ts';
import type { CommandRequest, StaffDeps } from './sign-in.ts';
import { parseStaffActor } from './staff-actor.ts';
import { findStaff, holdStaff, listStaff } from './staff-store.ts';
import type { StaffMember } from './staff-store.ts';

export type { CreatedStaff } from './change-staff.ts';
export type { GrantApproval } from './grant-roles.ts';
export type { SignOnSettings } from './sign-on/sign-on.ts';
export { mailLanguage } from './mail-language.ts';
export type { MailLanguage } from './mail-language.ts';
export { parseStaffActor } from './staff-actor.ts';
export type { StaffMember } from './staff-store.ts';

export type Staff = {
  readonly routes: readonly RouteBinding[];
  /** Adds the current roles to a staff caller; others stay unchanged. */
  withRoles(caller: Caller | undefined): Promise<Caller | undefined>;
  find(by: { readonly id: number } | { readonly email: string }): Promise<StaffMember | undefined>;
  /**
   * Returns the member named by an audit log actor, locked until the caller's transaction ends.
   * Undefined for other actors.
   */
  findIn(tx: Kysely<object>, actor: string): Promise<StaffMember | undefined>;
  /**
   * Returns why a member does not count as an identified person where two must approve:
   * `approver-not-linked` while single sign-on is configured.
   */
  refusePerson(member: StaffMember): Rejection | undefined;
  /** Returns whether a member can have a password, app and passkeys of this installation. */
  canSignInLocally(member: StaffMember): boolean;
  /** Returns the member in whose name an operator's command runs, by password and code. */
  authenticate(request: CommandRequest): Promise<Answer<StaffMember>>;
  /** Returns how many passkeys a member has. */
  countPasskeys(staffId: number): Promise<number>;
  /** Returns the members, oldest first. */
  list(): Promise<readonly StaffMember[]>;
  create(member: NewStaff): Promise<CreatedStaff>;
  /**
   * Changes return their rejection: `last-admin`, or `forbidden` if the caller is no longer an
   * admin.
   */
  setRoles(change: NewRoles): ReturnType<typeof setRoles>;
  /** Disables or enables a member; a disabled one is signed out at once. */
  setDisabled(
    change: ActionRequest & { readonly isDisabled: boolean },
  ): Promise<Rejection | undefined>;
  /** Opens or closes the local sign-in of a linked member. */
  setBreakGlass(
    change: ActionRequest & { readonly isBreakGlass: boolean },
  ): Promise<Rejection | undefined>;
  /**
   * Sets a new password and returns it; all sessions of the member end. `member-linked` for a member
   * who signs in through the provider only.
   */
  resetPassword(request: ActionRequest): Promise<Answer<NewPassword>>;
  /** Removes the second factor; the next sign-in sets up another app. */
  resetSecondFactor(request: ActionRequest): Promise<Rejection | undefined>;
  /** Sets up a second factor whose secret is already in an app; returns the secret. */
  setUpSecondFactor(request: ActionRequest): Promise<string>;
};

export function createStaffFeature(deps: StaffDeps & SignOnDeps & PasskeyDeps): Staff {
  const { db, settings } = deps;
  // Passkeys of staff belong to the host at which the back office answers.
  const findSiteUrl = () => settings.backofficeUrl ?? deps.findSiteUrl();
  return {
    routes: [
      ...staffRoutes(deps),
      ...passkeyRoutes({ ...deps, findSiteUrl }),
      ...createSignOnRoutes(deps),
    ],
    withRoles: async (caller) => {
      if (caller?.kind !== 'staff') return caller;
      const member = await findStaff(db.kysely, { id: caller.subjectId });
      // A session with a first password can only set another password.
      const mayAct = member?.isDisabled === false && member.firstPasswordEndMs === null;
      const roles = mayAct ? member.roles : [];
      return { ...caller, roles };
    },
    find: async (by) => await findStaff(db.kysely, by),
    findIn: async (tx, actor) => {
      const id = parseStaffActor(actor);
      return id === undefined ? undefined : await holdStaff(tx, id);
    },
    refusePerson: (member) => refusePerson(deps.settings.signOn, member),
    canSignInLocally: (member) => refuseLocal(deps.settings.signOn, member) === undefined,
    authenticate: async (request) => await authenticate(deps, request),
    countPasskeys: async (id) => (await listPasskeysOf(db.kysely, { kind: 'staff', id })).length,
    list: async () => await listStaff(db.kysely),
    create: async (member) => await createStaff(deps, member),
    setRoles: async (change) => await setRoles(deps, change),
    setDisabled: async (change) => await setDisabled(deps, change),
    setBreakGlass: async (change) => await setBreakGlass(deps, change),
    resetPassword: async (request) => await resetPassword(deps, request),
    resetSecondFactor: async (request) => await resetSecondFactor(deps, request),
    setUpSecondFactor: async (request) => await setUpSecondFactor(deps, request),
  };
}

function staffRoutes(deps: StaffDeps): readonly RouteBinding[] {
  const { signIns } = deps.identity;
  const own = ({ subjectId: id }: Caller) => ({ kind: 'staff', id }) as const;
  return [
    bind(
      contract.loginStaff,
      async ({ body, ip, userAgent, hasWorked }) =>
        await signIn(deps, { ...body, code: body.code, info: body.info, ip, userAgent, hasWorked }),
    ),
    bind(
      contract.enrolStaff,
      async ({ body, ip, hasWorked }) => await enrol(deps, { ...body, ip, hasWorked }),
    ),
    bind(contract.logoutStaff, async ({ caller }) => {
      await signIns.signOut(caller.sessionId);
      return ok({});
    }),
    bind(contract.getStaffSelf, async ({ caller }) => {
      const member = await findStaff(deps.db.kysely, { id: caller.subjectId });
      if (member === undefined) return refused({ code: 'session-ended' });
      return ok({ ...staffToWire(member), operator: deps.settings.operatorName });
    }),
    bind(contract.listStaffSessions, async ({ caller }) =>
      ok(await signIns.listSessions(own(caller), caller.sessionId)),
    ),
    bind(
      contract.revokeStaffSession,
      async ({ caller, body }) => await signIns.revokeSession(own(caller), body.id),
    ),
    bind(
      contract.updateStaffPassword,
      async ({ caller, body, ip }) =>
        await updatePassword(deps, {
          staffId: caller.subjectId,
          sessionId: caller.sessionId,
          password: body.current_password,
          newPassword: body.new_password,
          ip,
        }),
    ),
  ];
}
