// Staff sign in with a password and the code of an authenticator app.
import type { Kysely } from 'kysely';
import type {
  StaffMember as StaffOnWire,
  StaffSession,
} from '@halyard/contract/backoffice/sign-in';
import { acceptTotpStep, refuseExpired, updatePendingTotp } from '#features/identity/identity.ts';
import type { Identity } from '#features/identity/identity.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { refuseLocal } from './local-sign-in.ts';
import type { ConfiguredProvider } from './local-sign-in.ts';
import { findStaff } from './staff-store.ts';
import type { StaffMember } from './staff-store.ts';

export type StaffDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'signIns'>;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  readonly settings: {
    readonly operatorName: string;
    readonly signOn: ConfiguredProvider;
    readonly approverAgeDays: number;
  };
};

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly hasWorked: boolean;
};

export type SignInRequest = Credentials & {
  readonly code: string | undefined;
  readonly info: string | undefined;
  readonly userAgent: string;
};

/** The credentials for one call by the operator's command, which starts no session. */
export type CommandRequest = Pick<Credentials, 'email' | 'password'> & {
  readonly code: string;
  /** The operator in the audit log: 'operator:root'. */
  readonly operator: string;
  /** The action in the member's name, such as 'withdrawal approve'. */
  readonly command: string;
};

/**
 * The origin of such calls. No one signs in from it, so no limit is lifted as for a known network.
 * A caller of the command is trusted and needs no proof of work.
 */
const COMMAND_ORIGIN = { ip: '0.0.0.0', hasWorked: true };

type Known = { readonly kind: 'known'; readonly member: StaffMember } | ReturnType<typeof refused>;

export async function signIn(
  deps: StaffDeps,
  request: SignInRequest,
): Promise<Answer<StaffSession>> {
  const known = await checkPassword(deps, request);
  if (known.kind === 'refused') return known;
  const { member } = known;
  const { code, ip, hasWorked } = request;
  const isWaiting = member.totp !== null && !member.totp.isConfirmed && code === undefined;
  if (member.totp === null || isWaiting) return refused({ code: 'second-factor-missing' });
  if (code === undefined) return refused({ code: 'second-factor' });
  const judged = await checkCode(deps, { member, totp: member.totp, code, ip, hasWorked });
  if (judged.kind === 'refused') return judged;
  const token = await start(deps, { member, step: judged.step, request });
  if (token === undefined) return refused({ code: 'invalid-credentials' });
  await deps.identity.signIns.limitSessions({ kind: 'staff', id: member.id });
  return ok({ access_token: token, staff: staffToWire(member) });
}

/**
 * Returns the member in whose name an operator's command runs: password and code are checked and
 * rate-limited as at a sign-in. The audit log names the operator and the member.
 */
export async function authenticate(
  deps: StaffDeps,
  { email, password, code, operator, command }: CommandRequest,
): Promise<Answer<StaffMember>> {
  const known = await checkPassword(deps, { email, password, ...COMMAND_ORIGIN });
  if (known.kind === 'refused') return known;
  const { member } = known;
  const { totp } = member;
  if (totp?.isConfirmed !== true) return refused({ code: 'second-factor-missing' });
  if (member.firstPasswordEndMs !== null) return refused({ code: 'password-change-required' });
  const judged = await checkCode(deps, { member, totp, code, ...COMMAND_ORIGIN });
  if (judged.kind === 'refused') return judged;
  const atMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const isAccepted = await acceptStep(deps, tx, { member, step: judged.step });
    if (!isAccepted) return refused({ code: 'invalid-credentials' });
    const subject = `staff:${member.id}`;
    const after = { command };
    await recordAudit(tx, atMs, { actor: operator, action: 'staff.command', subject, after });
    return ok(member);
  });
}

type TriedCode = {
  readonly member: StaffMember;
  readonly totp: NonNullable<StaffMember['totp']>;
  readonly code: string;
  readonly ip: string;
  readonly hasWorked: boolean;
};

/** Judges the code of a member's authenticator app; the caller stores its step. */
export async function checkCode({ identity }: StaffDeps, { member, totp, ...tried }: TriedCode) {
  const { encrypted, lastStep } = totp;
  const subject = { kind: 'staff', id: member.id } as const;
  return await identity.signIns.judgeTotp({ subject, encrypted, lastStep, ...tried });
}

/** Returns a secret for the app of a member without a confirmed one; each call creates another. */
export async function enrol(
  deps: StaffDeps,
  credentials: Credentials,
): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
  const known = await checkPassword(deps, credentials);
  if (known.kind === 'refused') return known;
  const { member } = known;
  const subject = { kind: 'staff', id: member.id } as const;
  const { secret, uri, encrypted } = deps.identity.signIns.createTotp(subject, member.email);
  const pending = { passwordHash: member.passwordHash, encrypted };
  const isPending = await updatePendingTotp(deps.db.kysely, subject, pending);
  return isPending ? ok({ secret, uri }) : refused({ code: 'second-factor' });
}

/** Returns what is wrong with a member's password, if anything; rate-limited as for customers. */
export async function checkPassword(
  { db, clock, identity, settings }: StaffDeps,
  { email, password, ip, hasWorked }: Credentials,
): Promise<Known> {
  const member = await findStaff(db.kysely, { email });
  // A member whose password nobody knows is treated like an unknown email.
  const stored =
    member?.hasPassword === true
      ? { subjectId: member.id, passwordHash: member.passwordHash }
      : undefined;
  const tried = { kind: 'staff', email, stored, password, ip, hasWorked } as const;
  const rejection = await identity.signIns.judgePassword(tried);
  if (rejection !== undefined) return refused(rejection);
  if (member === undefined) return refused({ code: 'invalid-credentials' });
  if (member.isDisabled) return refused({ code: 'blocked' });
  const providerOnly = refuseLocal(settings.signOn, member);
  if (providerOnly !== undefined) return refused(providerOnly);
  const expired = refuseExpired(member.firstPasswordEndMs, clock.nowMs());
  return expired === undefined ? { kind: 'known', member } : refused(expired);
}

export function staffToWire(member: StaffMember): StaffOnWire {
  const { id, email, name, roles, firstPasswordEndMs } = member;
  const wire = { id, email, name, roles: [...roles] };
  return firstPasswordEndMs === null ? wire : { ...wire, must_change_password: true };
}

type Start = {
  readonly member: StaffMember;
  readonly step: number;
  readonly request: SignInRequest;
};

/**
 * Starts a session under a lock, so that disabling and password changes miss no session that is
 * just starting.
 */
async function start(
  deps: StaffDeps,
  { member, step, request }: Start,
): Promise<string | undefined> {
  const { db, clock, identity } = deps;
  const { ip, userAgent, info } = request;
  return await db.kysely.transaction().execute(async (tx) => {
    if (!(await acceptStep(deps, tx, { member, step }))) return undefined;
    const subject = { kind: 'staff', id: member.id } as const;
    const token = await identity.signIns.startSession(tx, { subject, ip, userAgent, info });
    await recordAudit(tx, clock.nowMs(), {
      actor: `staff:${member.id}`,
      action: 'session.start',
      subject: `staff:${member.id}`,
      ...(member.totp?.isConfirmed === true ? {} : { after: { secondFactor: 'confirmed' } }),
    });
    return token;
  });
}

/**
 * Stores the step of a code, which locks the member. False if the member may not sign in any more:
 * another transaction may have changed the credentials, or linked the member to the provider, after
 * the password was checked.
 */
export async function acceptStep(
  { clock, settings }: Pick<StaffDeps, 'clock' | 'settings'>,
  tx: Kysely<object>,
  { member, step }: Pick<Start, 'member' | 'step'>,
): Promise<boolean> {
  const subject = { kind: 'staff', id: member.id } as const;
  const accepted = { ...member, step, atMs: clock.nowMs() };
  if (!(await acceptTotpStep(tx, subject, accepted))) return false;
  const current = await findStaff(tx, { id: member.id });
  return current !== undefined && refuseLocal(settings.signOn, current) === undefined;
}
