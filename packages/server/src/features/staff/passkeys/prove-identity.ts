import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { acceptStep, checkCode, checkPassword } from '../sign-in.ts';
import { findStaff } from '../staff-store.ts';
import type { StaffMember } from '../staff-store.ts';
import { checkStaffPasskey } from './challenge-passkey.ts';
import type { PasskeyDeps } from './passkey-deps.ts';

/** Who changes passkeys in which session, with the password and a second factor. */
export type Claim = {
  readonly staffId: number;
  readonly sessionId: string;
  readonly ip: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** The assertion of a passkey, which replaces the code. */
  readonly passkey?: PasskeyAssertion | undefined;
};

/** Checks the password and the second factor of a signed-in member; a code is used up. */
export async function proveIdentity(deps: PasskeyDeps, claim: Claim): Promise<Answer<StaffMember>> {
  const { staffId, ip, password } = claim;
  const found = await findStaff(deps.db.kysely, { id: staffId });
  if (found === undefined) return refused({ code: 'session-ended' });
  const { email } = found;
  const known = await checkPassword(deps, { email, password, ip, hasWorked: true });
  if (known.kind === 'refused') return known;
  const { member } = known;
  // Whoever set the password could otherwise keep a way in after the member has replaced it.
  if (member.firstPasswordEndMs !== null) return refused({ code: 'password-change-required' });
  const rejection = await checkSecond(deps, member, claim);
  return rejection ?? ok(member);
}

async function checkSecond(
  deps: PasskeyDeps,
  member: StaffMember,
  { ip, code, passkey }: Claim,
): Promise<ReturnType<typeof refused> | undefined> {
  const { totp } = member;
  if (passkey !== undefined) {
    const used = await checkStaffPasskey(deps, passkey);
    return used?.owner.id === member.id ? undefined : refused({ code: 'code-invalid' });
  }
  if (totp?.isConfirmed !== true || code === undefined) return refused({ code: 'code-invalid' });
  const judged = await checkCode(deps, { member, totp, code, ip, hasWorked: true });
  if (judged.kind === 'refused') return refused(judged.rejection);
  const isAccepted = await deps.db.kysely
    .transaction()
    .execute(async (tx) => await acceptStep(deps, tx, { member, step: judged.step }));
  return isAccepted ? undefined : refused({ code: 'code-invalid' });
}
