// Adding and removing a member's own passkeys.
import type { PasskeyAttestation } from '@halyard/contract/identity/passkeys';
import type { Kysely } from 'kysely';
import {
  creationOptions,
  deletePasskey,
  holdSession,
  insertPasskey,
  listPasskeysOf,
  PASSKEYS_MAX,
  tooManyPasskeys,
  verifyCreation,
} from '#features/identity/identity.ts';
import type { PasskeyOptions } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { refuseLocal } from '../local-sign-in.ts';
import { findStaff, lockStaff } from '../staff-store.ts';
import type { StaffMember } from '../staff-store.ts';
import { createChallenge, spendChallenge } from './challenge-passkey.ts';
import type { PasskeyDeps } from './passkey-deps.ts';
import type { MailLanguage } from '../mail-language.ts';
import { passkeyMail } from './passkey-mail.ts';
import type { PasskeyChange } from './passkey-mail.ts';
import { proveIdentity } from './prove-identity.ts';
import type { Claim } from './prove-identity.ts';

/** Returns the browser's options for adding a passkey, once the member has proved who they are. */
export async function beginPasskey(
  deps: PasskeyDeps,
  claim: Claim,
): Promise<Answer<{ readonly options: PasskeyOptions }>> {
  const proved = await proveIdentity(deps, claim);
  if (proved.kind === 'refused') return proved;
  const { id: staffId, email } = proved.data;
  const known = await listPasskeysOf(deps.db.kysely, { kind: 'staff', id: staffId });
  if (known.length >= PASSKEYS_MAX) return refused(tooManyPasskeys());
  const options = await creationOptions(deps, {
    operatorName: deps.settings.operatorName,
    // The browser may list a passkey of the same person as a customer beside it.
    userName: `${email} (back office)`,
    userHandle: `staff:${staffId}`,
    challenge: await createChallenge(deps, staffId),
    knownIds: known.map(({ credentialId }) => credentialId),
  });
  return ok({ options });
}

type Own = Pick<Claim, 'staffId' | 'sessionId'>;
type Change = Own & { readonly language: MailLanguage };

export async function addPasskey(
  deps: PasskeyDeps,
  own: Change,
  { name, response }: { readonly name: string; readonly response: PasskeyAttestation },
): Promise<Answer<{ readonly id: number }>> {
  const { staffId, language } = own;
  const challenge = await spendChallenge(deps, response.response.clientDataJSON, staffId);
  if (challenge === undefined) return refused({ code: 'code-invalid' });
  const credential = await verifyCreation(deps, response, challenge);
  if (credential === undefined) return refused({ code: 'code-invalid' });
  const { id: credentialId, publicKey, counter } = credential;
  const owner = { kind: 'staff', id: staffId } as const;
  return await change(deps, own, async (tx, member) => {
    if ((await listPasskeysOf(tx, owner)).length >= PASSKEYS_MAX) return refused(tooManyPasskeys());
    const atMs = deps.clock.nowMs();
    const passkey = { owner, credentialId, publicKey, counter, name, atMs };
    const id = await insertPasskey(tx, passkey);
    if (id === undefined) return refused({ code: 'code-invalid' });
    await report(deps, tx, { member, passkeyId: id, action: 'staff.passkey-add', language });
    return ok({ id });
  });
}

export async function removePasskey(
  deps: PasskeyDeps,
  claim: Claim & Pick<Change, 'language'>,
  passkeyId: number,
): Promise<Answer<Record<string, never>>> {
  const proved = await proveIdentity(deps, claim);
  if (proved.kind === 'refused') return proved;
  return await change(deps, claim, async (tx, member) => {
    const owner = { kind: 'staff', id: member.id } as const;
    if (!(await deletePasskey(tx, owner, passkeyId))) return refused({ code: 'not-found' });
    const { language } = claim;
    await report(deps, tx, { member, passkeyId, action: 'staff.passkey-remove', language });
    return ok({});
  });
}

/**
 * Executes a change of a member's own passkeys and ends the other sessions. Serialised with resets
 * by others: after one the session has ended, and the change is rejected.
 */
async function change<Done>(
  deps: PasskeyDeps,
  { staffId, sessionId }: Own,
  execute: (tx: Kysely<object>, member: StaffMember) => Promise<Answer<Done>>,
): Promise<Answer<Done>> {
  const { signIns } = deps.identity;
  const { answer, announce } = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockStaff(tx);
    const member = await findStaff(tx, { id: staffId });
    if (member === undefined || !(await holdSession(tx, sessionId))) {
      return { answer: refused({ code: 'session-ended' }) };
    }
    const rejection = refuseLocal(deps.settings.signOn, member);
    if (rejection !== undefined) return { answer: refused(rejection) };
    const done = await execute(tx, member);
    if (done.kind === 'refused') return { answer: done };
    const subject = { kind: 'staff', id: staffId } as const;
    return { answer: done, announce: await signIns.endOthers(tx, subject, sessionId) };
  });
  announce?.();
  return answer;
}

type Reported = {
  readonly member: StaffMember;
  readonly passkeyId: number;
  readonly action: PasskeyChange;
  readonly language: MailLanguage;
};

/** Records a change in the audit log and mails it to the member. */
async function report(
  { clock, notifications }: PasskeyDeps,
  tx: Kysely<object>,
  { member, passkeyId, action, language }: Reported,
): Promise<void> {
  const subject = `staff:${member.id}`;
  await recordAudit(tx, clock.nowMs(), { actor: subject, action, subject, after: { passkeyId } });
  await notifications.notifyStaff(tx, {
    to: member.email,
    key: `${action}:${passkeyId}`,
    ...passkeyMail(action, language),
  });
}
