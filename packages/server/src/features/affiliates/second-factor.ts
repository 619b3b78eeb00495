// The authenticator app of an affiliate. Where it is required, a session can do nothing else before
// it is set up.
import { assertPresent } from '@halyard/core/assertion';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { acceptTotpStep, updatePendingTotp } from '#features/identity/identity.ts';
import { findAffiliate } from './affiliate-store.ts';
import type { AffiliateDeps } from './sign-in.ts';

type Session = { readonly affiliateId: number; readonly sessionId: string };

/** Returns a secret for the app of an affiliate without a confirmed one; each call creates another. */
export async function enrol(
  { db, identity: { signIns } }: AffiliateDeps,
  { affiliateId, sessionId }: Session,
): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
  const affiliate = assertPresent(
    await findAffiliate(db.kysely, { id: affiliateId }),
    'a session has an affiliate',
  );
  if (affiliate.firstPasswordEndMs !== null) return refused({ code: 'password-change-required' });
  if (affiliate.totp?.isConfirmed === true) return refused({ code: 'second-factor' });
  // A thief with a stolen session must not be able to set up an app of their own.
  if (!(await signIns.isPasswordRecent(sessionId))) return refused({ code: 'password-required' });
  const subject = { kind: 'affiliate', id: affiliateId } as const;
  const { secret, uri, encrypted } = signIns.createTotp(subject, affiliate.email);
  const pending = { passwordHash: affiliate.passwordHash, encrypted };
  const isPending = await updatePendingTotp(db.kysely, subject, pending);
  return isPending ? ok({ secret, uri }) : refused({ code: 'second-factor' });
}

/** Confirms the app by a first code. Ends the other sessions, which began without a code. */
export async function confirm(
  { db, clock, identity: { signIns } }: AffiliateDeps,
  {
    affiliateId,
    sessionId,
    ...tried
  }: Session & { readonly code: string; readonly ip: string; readonly hasWorked: boolean },
): Promise<Answer<Record<string, never>>> {
  const affiliate = assertPresent(
    await findAffiliate(db.kysely, { id: affiliateId }),
    'a session has an affiliate',
  );
  const { totp } = affiliate;
  if (totp === null) return refused({ code: 'second-factor-missing' });
  if (totp.isConfirmed) return refused({ code: 'second-factor' });
  const subject = { kind: 'affiliate', id: affiliateId } as const;
  const { encrypted, lastStep } = totp;
  const judged = await signIns.judgeTotp({ subject, encrypted, lastStep, ...tried });
  if (judged.kind === 'refused') return refused(judged.rejection);
  const atMs = clock.nowMs();
  const announce = await db.kysely.transaction().execute(async (tx) => {
    const accepted = { ...affiliate, step: judged.step, atMs };
    if (!(await acceptTotpStep(tx, subject, accepted))) return undefined;
    const actor = `affiliate:${affiliateId}`;
    await recordAudit(tx, atMs, { actor, action: 'affiliate.second-factor', subject: actor });
    return await signIns.endOthers(tx, subject, sessionId);
  });
  if (announce === undefined) return refused({ code: 'code-invalid' });
  announce();
  return ok({});
}
