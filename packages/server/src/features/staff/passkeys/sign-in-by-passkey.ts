import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import { admitStranger, attemptOf, holdPasskey } from '#features/identity/identity.ts';
import type { StoredPasskey } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { refuseLocal } from '../local-sign-in.ts';
import { staffToWire } from '../sign-in.ts';
import type { SignInRequest } from '../sign-in.ts';
import { holdStaff } from '../staff-store.ts';
import { checkStaffPasskey } from './challenge-passkey.ts';
import type { PasskeyDeps } from './passkey-deps.ts';

type Request = Omit<SignInRequest, 'email' | 'password' | 'code'> & {
  readonly response: PasskeyAssertion;
};

/**
 * Signs a member in with a passkey. The authenticator has verified the user, so it counts as two
 * factors.
 */
export async function signInByPasskey(
  deps: PasskeyDeps,
  request: Request,
): Promise<Answer<StaffSession>> {
  const { response } = request;
  const { throttles, signIns } = deps.identity;
  const attempt = attemptOf(response.id, request);
  const rejection = await admitStranger(throttles.code, attempt);
  if (rejection !== undefined) return rejection;
  const passkey = await checkStaffPasskey(deps, response);
  if (passkey === undefined) return refused({ code: 'invalid-credentials' });
  await throttles.code.succeed(attempt);
  const started = await start(deps, passkey, request);
  if (started.kind === 'ok') await signIns.limitSessions({ kind: 'staff', id: passkey.owner.id });
  return started;
}

/**
 * Starts a session while the member and the passkey are locked, so that no reset, link or disabling
 * misses it.
 */
async function start(
  { db, clock, identity, settings }: PasskeyDeps,
  passkey: StoredPasskey,
  { ip, userAgent, info }: Request,
): Promise<Answer<StaffSession>> {
  const subject = { kind: 'staff', id: passkey.owner.id } as const;
  return await db.kysely.transaction().execute(async (tx) => {
    const member = await holdStaff(tx, subject.id);
    if (member === undefined || !(await holdPasskey(tx, passkey))) {
      return refused({ code: 'invalid-credentials' });
    }
    if (member.isDisabled) return refused({ code: 'blocked' });
    const providerOnly = refuseLocal(settings.signOn, member);
    if (providerOnly !== undefined) return refused(providerOnly);
    const from = { ip, userAgent, info, isPasswordProved: false } as const;
    const token = await identity.signIns.startSession(tx, { subject, ...from });
    await recordAudit(tx, clock.nowMs(), {
      actor: `staff:${member.id}`,
      action: 'session.start',
      subject: `staff:${member.id}`,
      after: { passkeyId: passkey.id },
    });
    return ok({ access_token: token, staff: staffToWire(member) });
  });
}
