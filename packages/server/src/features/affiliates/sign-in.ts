import type { AffiliateSession } from '@halyard/contract/affiliates';
import type { Customers } from '#features/customers/customers.ts';
import { acceptTotpStep, refuseExpired } from '#features/identity/identity.ts';
import type { Identity, TotpJudged } from '#features/identity/identity.ts';
import { queueAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { findAffiliate, holdSignIn } from './affiliate-store.ts';
import type { Affiliate } from './affiliate-store.ts';

export type AffiliateDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'addAffiliateCode'>;
  readonly identity: Pick<Identity, 'signIns'>;
  readonly settings: { readonly affiliateSecondFactor: boolean };
};

export type SignInRequest = {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly info: string | undefined;
  readonly ip: string;
  readonly hasWorked: boolean;
  readonly userAgent: string;
};

/** Signs an affiliate in, to a session of their own kind, which customer routes don't accept. */
export async function signIn(
  deps: AffiliateDeps,
  request: SignInRequest,
): Promise<Answer<AffiliateSession>> {
  const { email, password, ip, hasWorked } = request;
  const affiliate = await findAffiliate(deps.db.kysely, { email });
  const stored = affiliate && { subjectId: affiliate.id, passwordHash: affiliate.passwordHash };
  const { signIns } = deps.identity;
  const tried = { kind: 'affiliate', email, stored, password, ip, hasWorked } as const;
  const rejection = await signIns.judgePassword(tried);
  if (rejection !== undefined) return refused(rejection);
  if (affiliate === undefined) return refused({ code: 'invalid-credentials' });
  if (affiliate.isBlocked) return refused({ code: 'blocked' });
  const expired = refuseExpired(affiliate.firstPasswordEndMs, deps.clock.nowMs());
  if (expired !== undefined) return refused(expired);
  const judged = await checkCode(deps, affiliate, request);
  if (judged.kind === 'refused') return refused(judged.rejection);
  const token = await start(deps, { affiliate, step: judged.step, request });
  // The affiliate was blocked, or password or app changed, after the check.
  if (token === undefined) return refused({ code: 'invalid-credentials' });
  await signIns.limitSessions({ kind: 'affiliate', id: affiliate.id });
  const user = { name: affiliate.name, email: affiliate.email, token };
  return ok({ access_token: token, user });
}

/** Judges the code of an affiliate with an authenticator app; without one there is no step. */
async function checkCode(
  { identity }: AffiliateDeps,
  { id, totp }: Affiliate,
  { code, ip, hasWorked }: SignInRequest,
): Promise<TotpJudged | { readonly kind: 'right'; readonly step: undefined }> {
  if (totp?.isConfirmed !== true) return { kind: 'right', step: undefined };
  if (code === undefined) return { kind: 'refused', rejection: { code: 'second-factor' } };
  const { encrypted, lastStep } = totp;
  const subject = { kind: 'affiliate', id } as const;
  return await identity.signIns.judgeTotp({ subject, encrypted, lastStep, code, ip, hasWorked });
}

type Start = {
  readonly affiliate: Affiliate;
  /** The time step of the code; undefined without an authenticator app. */
  readonly step: number | undefined;
  readonly request: SignInRequest;
};

/**
 * The affiliate is locked, so that a concurrent password change or block also ends the session that
 * is just starting.
 */
async function start(
  { db, clock, identity }: AffiliateDeps,
  { affiliate, step, request: { ip, userAgent, info } }: Start,
): Promise<string | undefined> {
  const subject = { kind: 'affiliate', id: affiliate.id } as const;
  return await db.kysely.transaction().execute(async (tx) => {
    const mayStart =
      step === undefined
        ? await holdSignIn(tx, affiliate)
        : await acceptTotpStep(tx, subject, { ...affiliate, step, atMs: clock.nowMs() });
    if (!mayStart) return undefined;
    const token = await identity.signIns.startSession(tx, { subject, ip, userAgent, info });
    await queueAudit(tx, clock.nowMs(), {
      actor: `affiliate:${affiliate.id}`,
      action: 'session.start',
      subject: `affiliate:${affiliate.id}`,
    });
    return token;
  });
}
