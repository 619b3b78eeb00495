// Determines the member of staff for a person at the provider: the linked member, the one with the
// verified email, or a new one. The roles are those of the claim at each sign-in.
import { randomBytes } from 'node:crypto';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { addStaff, changeIn } from '../change-staff.ts';
import type { Change, ChangeDeps } from '../change-staff.ts';
import { findLinkedStaff, insertIdentity } from '../identity-store.ts';
import type { Identity } from '../identity-store.ts';
import { notifyOfChange } from '../notify-of-change.ts';
import { staffToWire } from '../sign-in.ts';
import type { StaffDeps } from '../sign-in.ts';
import { findStaff, lockStaff, markChanged } from '../staff-store.ts';
import type { StaffMember } from '../staff-store.ts';
import { findName, findRoles, findVerifiedEmail } from './read-claims.ts';
import type { Claims } from './read-claims.ts';
import type { SignOnSettings } from './sign-on-settings.ts';

/** The actor in the audit log of what the claims cause. */
const ACTOR = 'single-sign-on';
const UNKNOWN_PASSWORD_BYTES = 32;

type Deps = Omit<StaffDeps, 'settings'> & { readonly settings: SignOnSettings };

/** A person whose ID token is verified. */
export type Person = {
  readonly issuer: string;
  readonly claims: Claims & { readonly sub: string };
  readonly ip: string;
  readonly userAgent: string;
  readonly info: string | undefined;
};

type Known = {
  readonly identity: Identity;
  readonly roles: readonly Role[];
  readonly email: string | undefined;
  readonly name: string;
  /** The hash of a password that nobody knows. */
  readonly unknownHash: string;
  readonly atMs: number;
};

type Admitted = {
  readonly outcome: Rejection | { readonly token: string; readonly member: StaffMember };
  /** What to call after the commit. */
  readonly announce: readonly (() => void)[];
};

export async function admitMember(deps: Deps, person: Person): Promise<Answer<StaffSession>> {
  const { db, clock, identity, settings } = deps;
  const { claims, issuer } = person;
  const email = findVerifiedEmail(claims);
  const known: Known = {
    identity: { issuer, subject: claims.sub },
    roles: findRoles(claims, settings),
    email,
    name: findName(claims, email ?? ''),
    // Hashed before the lock, because it takes long.
    unknownHash: await identity.signIns.hashPassword(
      randomBytes(UNKNOWN_PASSWORD_BYTES).toString('base64url'),
    ),
    atMs: clock.nowMs(),
  };
  const { outcome, announce } = await db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    return await admitIn(deps, tx, { known, person });
  });
  announce.forEach((call) => call());
  if ('code' in outcome) return refused(outcome);
  const { token, member } = outcome;
  await identity.signIns.limitSessions({ kind: 'staff', id: member.id });
  return ok({ access_token: token, staff: staffToWire(member) });
}

async function admitIn(
  deps: Deps,
  tx: Kysely<object>,
  { known, person }: { readonly known: Known; readonly person: Person },
): Promise<Admitted> {
  const linkedId = await findLinkedStaff(tx, known.identity);
  const found = await findMember(tx, linkedId, known.email);
  if (found?.isDisabled === true) return refuse({ code: 'blocked' });
  // The member with this email is linked to another person at the provider.
  const isAnothers = linkedId === undefined && isLinkedAt(found, known.identity.issuer);
  if (isAnothers) return refuse({ code: 'sign-on-failed' });
  if (known.roles.length === 0) {
    const announce = linkedId === undefined ? [] : await removeRoles(deps, tx, found);
    return { outcome: { code: 'sign-on-no-role' }, announce };
  }
  const staffId = found?.id ?? (await createMember(deps, tx, known));
  if (staffId === undefined) return refuse({ code: 'sign-on-email' });
  const announce: (() => void)[] = [];
  // The roles change before the member is linked, so that a last admin with a local sign-in does
  // not lose both.
  for (const change of found === undefined ? [] : changesOf(found, known)) {
    const changed = await changeIn(toChangeDeps(deps), tx, { staffId, actor: ACTOR, ...change });
    if ('code' in changed) return { outcome: changed, announce };
    announce.push(...changed);
  }
  if (linkedId === undefined) {
    announce.push(await link(deps, tx, { known, staffId, found }));
  }
  const member = await findStaff(tx, { id: staffId });
  if (member === undefined) return refuse({ code: 'sign-on-failed' });
  return { outcome: { token: await start(deps, tx, { member, person }), member }, announce };
}

function isLinkedAt(found: StaffMember | undefined, issuer: string): boolean {
  return found?.linkedIssuers.includes(issuer) === true;
}

function toChangeDeps({ settings, ...deps }: Deps): ChangeDeps {
  return { ...deps, settings: { signOn: settings } };
}

function refuse(outcome: Rejection): Admitted {
  return { outcome, announce: [] };
}

async function findMember(
  tx: Kysely<object>,
  linkedId: number | undefined,
  email: string | undefined,
): Promise<StaffMember | undefined> {
  if (linkedId !== undefined) return await findStaff(tx, { id: linkedId });
  return email === undefined ? undefined : await findStaff(tx, { email });
}

/**
 * Creates a member; undefined without a verified email, which the local sign-in and mails require.
 */
async function createMember(
  deps: Deps,
  tx: Kysely<object>,
  { email, name, roles, unknownHash: passwordHash, atMs }: Known,
): Promise<number | undefined> {
  if (email === undefined) return undefined;
  const login = { passwordHash, hasPassword: false, firstPasswordEndMs: null };
  return await addStaff(deps, tx, { email, name, roles, ...login, actor: ACTOR, atMs });
}

type Linked = {
  readonly known: Known;
  readonly staffId: number;
  readonly found: StaffMember | undefined;
};

/**
 * Links a member. It is a change of credentials: whoever runs the provider could be the member from
 * now on, so the operator is notified and the member can't approve for some days. Returns what to
 * call after the commit: the sessions of the local sign-in end.
 */
async function link(
  deps: Deps,
  tx: Kysely<object>,
  { known, staffId, found }: Linked,
): Promise<() => void> {
  const { identity, atMs } = known;
  await insertIdentity(tx, { ...identity, staffId, at: new Date(atMs) });
  const action = 'staff.link-sign-on';
  if (found !== undefined) {
    await markChanged(tx, staffId, { actor: ACTOR, atMs });
    await notifyOfChange(deps, tx, { staffId, email: found.email, action, actor: ACTOR, atMs });
  }
  const subject = `staff:${staffId}`;
  await recordAudit(tx, atMs, { actor: ACTOR, action, subject, after: { ...identity } });
  return await deps.identity.signIns.endOthers(tx, { kind: 'staff', id: staffId }, undefined);
}

function changesOf(found: StaffMember, { roles, unknownHash }: Known): readonly Change[] {
  const isSame = roles.length === found.roles.length && roles.every((r) => found.roles.includes(r));
  return [
    ...(isSame ? [] : [{ action: 'staff.set-roles', change: { roles }, ends: false }]),
    // A first password would limit the session to replacing it. It is removed, because single
    // sign-on needs no password.
    ...(found.firstPasswordEndMs === null
      ? []
      : [
          {
            action: 'staff.set-password',
            change: { passwordHash: unknownHash, hasPassword: false, firstPasswordEndMs: null },
            ends: true,
          },
        ]),
  ];
}

/** Removes the roles of a member who has none at the provider, unless they are the last admin. */
async function removeRoles(
  deps: Deps,
  tx: Kysely<object>,
  found: StaffMember | undefined,
): Promise<readonly (() => void)[]> {
  if (found === undefined || found.roles.length === 0) return [];
  const wanted = { action: 'staff.set-roles', change: { roles: [] }, ends: true };
  const changed = await changeIn(toChangeDeps(deps), tx, {
    staffId: found.id,
    actor: ACTOR,
    ...wanted,
  });
  return 'code' in changed ? [] : changed;
}

async function start(
  { clock, identity }: Deps,
  tx: Kysely<object>,
  { member, person }: { readonly member: StaffMember; readonly person: Person },
): Promise<string> {
  const { ip, userAgent, info } = person;
  const subject = { kind: 'staff', id: member.id } as const;
  const session = { subject, ip, userAgent, info, isPasswordProved: false } as const;
  const token = await identity.signIns.startSession(tx, session);
  await recordAudit(tx, clock.nowMs(), {
    actor: `staff:${member.id}`,
    action: 'session.start',
    subject: `staff:${member.id}`,
    after: { by: 'single sign-on' },
  });
  return token;
}
