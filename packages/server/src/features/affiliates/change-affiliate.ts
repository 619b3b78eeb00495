import { assertPresent } from '@halyard/core/assertion';
import { refuseExpired } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { findAffiliate, updateAffiliate } from './affiliate-store.ts';
import type { AffiliateDeps } from './sign-in.ts';

export type NewPassword = {
  readonly affiliateId: number;
  readonly sessionId: string;
  readonly newPassword: string;
  readonly currentPassword: string | undefined;
  readonly ip: string;
};

/** Changes an affiliate's own password; this session continues, the others end. */
export async function updatePassword(
  deps: AffiliateDeps,
  wanted: NewPassword,
): Promise<Answer<Record<string, never>>> {
  const { affiliateId, sessionId, currentPassword: password, ip } = wanted;
  const { signIns } = deps.identity;
  const found = await findAffiliate(deps.db.kysely, { id: affiliateId });
  const affiliate = assertPresent(found, 'a session has an affiliate');
  const { email, name, passwordHash } = affiliate;
  const expired = refuseExpired(affiliate.firstPasswordEndMs, deps.clock.nowMs());
  if (expired !== undefined) return refused(expired);
  if (password !== undefined) {
    const stored = { subjectId: affiliateId, passwordHash };
    const tried = { kind: 'affiliate', email, stored, password, ip, hasWorked: true } as const;
    const rejection = await signIns.judgePassword(tried);
    if (rejection !== undefined) return refused(rejection);
    await signIns.markPasswordProved(sessionId);
  }
  if (!(await signIns.isPasswordRecent(sessionId))) return refused({ code: 'password-required' });
  if (await signIns.matchesPassword(passwordHash, wanted.newPassword)) {
    return refused({ code: 'password-unchanged' });
  }
  const weak = signIns.judgeNewPassword({ password: wanted.newPassword, about: [email, name] });
  if (weak !== undefined) return refused(weak);
  await changeAffiliate(deps, {
    affiliateId,
    change: {
      passwordHash: await signIns.hashPassword(wanted.newPassword),
      firstPasswordEndMs: null,
    },
    keepId: sessionId,
    actor: `affiliate:${affiliateId}`,
    action: 'affiliate.set-password',
  });
  return ok({});
}

export type AffiliateChange = {
  readonly affiliateId: number;
  readonly change: Parameters<typeof updateAffiliate>[2];
  /** The session that continues after the password change; undefined for none. */
  readonly keepId: string | undefined;
  readonly actor: string;
  readonly action: string;
};

/** Writes the change with its audit entry, and ends the affected sessions. */
export async function changeAffiliate(
  { db, clock, identity }: AffiliateDeps,
  { affiliateId, change, keepId, actor, action }: AffiliateChange,
): Promise<void> {
  const subject = { kind: 'affiliate', id: affiliateId } as const;
  const announce = await db.kysely.transaction().execute(async (tx) => {
    await updateAffiliate(tx, affiliateId, change);
    await recordAudit(tx, clock.nowMs(), { actor, action, subject: `affiliate:${affiliateId}` });
    return await identity.signIns.endOthers(tx, subject, keepId);
  });
  announce();
}
