// Affiliates: their sign-in, the sign-ups that they referred, and the resulting deposits. An
// affiliate sees the sign-ups with their own codes and no other customer data.
import * as contract from '@halyard/contract/affiliates';
import type { AffiliateLinks, AffiliateSignUp } from '@halyard/contract/affiliates';
import type { Payments } from '#features/payments/payments.ts';
import { endOfFirstPassword } from '#features/identity/identity.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller, RouteBinding } from '#platform/http/http.ts';
import { findAffiliate, listAffiliates, listCodes } from './affiliate-store.ts';
import type { Affiliate } from './affiliate-store.ts';
import { changeAffiliate, updatePassword } from './change-affiliate.ts';
import { addCode, createAffiliate } from './create-affiliate.ts';
import type { CreatedAffiliate, NewAffiliate } from './create-affiliate.ts';
import { listLinks } from './list-links.ts';
import { listSignUps } from './list-sign-ups.ts';
import { confirm, enrol } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import type { AffiliateDeps } from './sign-in.ts';

export type Affiliates = {
  readonly routes: readonly RouteBinding[];
  create(affiliate: NewAffiliate): Promise<CreatedAffiliate>;
  findByEmail(email: string): Promise<Affiliate | undefined>;
  /** Returns each affiliate with their codes, oldest first. */
  list(): Promise<readonly (Affiliate & { readonly codes: readonly string[] })[]>;
  /** Adds a referral code to an affiliate; undefined if it is in use. */
  addCode(added: Parameters<typeof addCode>[1]): Promise<string | undefined>;
  /**
   * Returns an affiliate's codes with links to the site at this origin, and the pages that brought
   * sign-ups.
   */
  listLinks(wanted: Parameters<typeof listLinks>[1]): Promise<AffiliateLinks>;
  /** Returns the sign-ups that an affiliate referred, newest first. */
  listSignUps(
    affiliateId: number,
    wanted: Parameters<typeof listSignUps>[2],
  ): Promise<readonly AffiliateSignUp[]>;
  /** Sets an affiliate's password and ends all their sessions. */
  setPassword(change: ActionRequest & { readonly password: string }): Promise<void>;
  /** Removes an affiliate's authenticator app and ends all their sessions. */
  resetSecondFactor(change: ActionRequest): Promise<void>;
  /** Blocks or unblocks an affiliate. A blocked one is signed out at once. */
  setBlocked(change: ActionRequest & { readonly isBlocked: boolean }): Promise<void>;
};

type ActionRequest = { readonly affiliateId: number; readonly actor: string };

export type AffiliatesOptions = AffiliateDeps & {
  readonly payments: Pick<Payments, 'listFirstDeposits'>;
};

export function createAffiliates(options: AffiliatesOptions): Affiliates {
  const { db, clock, identity } = options;
  return {
    routes: affiliatesRoutes(options),
    create: async (affiliate) => await createAffiliate(options, affiliate),
    findByEmail: async (email) => await findAffiliate(db.kysely, { email }),
    list: async () => {
      const listed = [];
      for (const affiliate of await listAffiliates(db.kysely)) {
        listed.push({ ...affiliate, codes: await listCodes(db.kysely, affiliate.id) });
      }
      return listed;
    },
    addCode: async (added) => await addCode(options, added),
    listLinks: async (wanted) => await listLinks(options, wanted),
    listSignUps: async (affiliateId, wanted) => await listSignUps(options, affiliateId, wanted),
    setPassword: async ({ password, ...request }) => {
      const change = {
        passwordHash: await identity.signIns.hashPassword(password),
        firstPasswordEndMs: endOfFirstPassword(clock.nowMs()),
      };
      const action = 'affiliate.set-password';
      await changeAffiliate(options, { ...request, change, keepId: undefined, action });
    },
    resetSecondFactor: async (request) => {
      const action = 'affiliate.reset-second-factor';
      await changeAffiliate(options, {
        ...request,
        change: { totp: null },
        keepId: undefined,
        action,
      });
    },
    setBlocked: async ({ isBlocked, ...request }) => {
      const change = { blockedAtMs: isBlocked ? clock.nowMs() : null };
      const action = isBlocked ? 'affiliate.block' : 'affiliate.unblock';
      await changeAffiliate(options, { ...request, change, keepId: undefined, action });
    },
  };
}

function affiliatesRoutes(options: AffiliatesOptions): readonly RouteBinding[] {
  return [
    bind(
      contract.loginAffiliate,
      async ({ body: { code, info, ...known }, ip, userAgent, hasWorked }) =>
        await signIn(options, { ...known, code, info, ip, userAgent, hasWorked }),
    ),
    bind(
      contract.enrolAffiliate,
      async ({ caller: { subjectId: affiliateId, sessionId } }) =>
        await enrol(options, { affiliateId, sessionId }),
    ),
    bind(
      contract.confirmAffiliateFactor,
      async ({ caller: { subjectId: affiliateId, sessionId }, body: { code }, ip, hasWorked }) =>
        await confirm(options, { affiliateId, sessionId, code, ip, hasWorked }),
    ),
    bind(contract.logoutAffiliate, async ({ caller }) => {
      await options.identity.signIns.signOut(caller.sessionId);
      return ok({});
    }),
    bind(contract.listAffiliateSignUps, async ({ caller, body }) =>
      whenSetUp(options, caller, async (id) => await listSignUps(options, id, body)),
    ),
    bind(contract.listAffiliateLinks, async ({ caller, origin }) =>
      whenSetUp(
        options,
        caller,
        async (affiliateId) => await listLinks(options, { affiliateId, origin }),
      ),
    ),
    bind(
      contract.updateAffiliatePassword,
      async ({ caller, body, ip }) =>
        await updatePassword(options, {
          affiliateId: caller.subjectId,
          sessionId: caller.sessionId,
          newPassword: body.new_password,
          currentPassword: body.current_password,
          ip,
        }),
    ),
  ];
}

/**
 * While affiliates have a first password, they can only replace it. Then, if a second factor is
 * required, they can only set up an authenticator app.
 */
async function whenSetUp<Data>(
  { db, settings }: AffiliatesOptions,
  { subjectId }: Caller,
  read: (affiliateId: number) => Promise<Data>,
): Promise<Answer<Data>> {
  const affiliate = await findAffiliate(db.kysely, { id: subjectId });
  if (affiliate !== undefined && affiliate.firstPasswordEndMs !== null) {
    return refused({ code: 'password-change-required' });
  }
  if (settings.affiliateSecondFactor && affiliate?.totp?.isConfirmed !== true) {
    return refused({ code: 'second-factor-missing' });
  }
  return ok(await read(subjectId));
}
