// The signed-in affiliate, and calls with an affiliate's bearer token.
import {
  confirmAffiliateFactor,
  enrolAffiliate,
  listAffiliateLinks,
  listAffiliateSignUps,
  loginAffiliate,
  logoutAffiliate,
  updateAffiliatePassword,
  type AffiliateLinks,
  type AffiliateSignUp,
} from '@halyard/contract/affiliates';
import type { SentBodyOf } from '@halyard/contract/route';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createAffiliateSessionStore, type SignedInAffiliate } from './affiliate-session.ts';
import { browserClient, call } from '../http/api.ts';
import { solveWork } from '../http/browser-check.ts';
import { createCall, type Call, type CallResult } from '../http/call.ts';
import { collectClientInfo } from '../http/client-info.ts';
import { noteResult } from '../http/connection.ts';
import { CallError } from '../http/query.ts';
import { browserStore, KEYS } from '../storage/text-store.ts';

export const affiliateSession = createAffiliateSessionStore(browserStore);

window.addEventListener('storage', (event) => {
  if (event.key === KEYS.affiliate || event.key === null) affiliateSession.syncFromStore();
});

const affiliateCall: Call = createCall({
  fetch: (input, init) => window.fetch(input, init),
  token: () => affiliateSession.current()?.token,
  solveWork,
  onResult(result, sentToken) {
    noteResult(result);
    const ended = result.kind === 'refusal' && result.code === 'session-ended';
    if (ended && sentToken === affiliateSession.current()?.token) affiliateSession.end(true);
  },
});

/** The signed-in affiliate, or undefined. */
export function useAffiliate(): SignedInAffiliate | undefined {
  return useSyncExternalStore(affiliateSession.subscribe, affiliateSession.current);
}

export async function signInAffiliate(credentials: {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}) {
  const info = await collectClientInfo(browserClient);
  return await call(loginAffiliate, { body: { ...credentials, info } });
}

/** Signs out here at once and notifies the server; if it can't be reached, the session expires. */
export function signOutAffiliate(): void {
  void affiliateCall(logoutAffiliate, {});
  affiliateSession.end(false);
}

export async function changeAffiliatePassword(body: SentBodyOf<typeof updateAffiliatePassword>) {
  return await affiliateCall(updateAffiliatePassword, { body });
}

/** Requests a secret for the authenticator app. */
export async function enrolAffiliateFactor() {
  return await affiliateCall(enrolAffiliate, {});
}

export async function confirmFactor(code: string) {
  return await affiliateCall(confirmAffiliateFactor, { body: { code } });
}

export type SignUpFilter = Pick<
  SentBodyOf<typeof listAffiliateSignUps>,
  'where' | 'from' | 'until'
>;

/** The sign-ups that the affiliate referred; all without a filter. */
export function useSignUps(
  affiliate: SignedInAffiliate,
  filter: SignUpFilter,
): UseQueryResult<AffiliateSignUp[], CallError> {
  const { token } = affiliate;
  return useQuery<AffiliateSignUp[], CallError>({
    queryKey: ['affiliate', listAffiliateSignUps.path, token, filter],
    queryFn: async ({ signal }) =>
      orThrow(
        await affiliateCall(listAffiliateSignUps, { body: { token, ...filter } }, { signal }),
      ),
  });
}

/** The affiliate's codes with their links, and the pages that brought sign-ups. */
export function useLinks({ token }: SignedInAffiliate): UseQueryResult<AffiliateLinks, CallError> {
  return useQuery<AffiliateLinks, CallError>({
    queryKey: ['affiliate', listAffiliateLinks.path, token],
    queryFn: async ({ signal }) =>
      orThrow(await affiliateCall(listAffiliateLinks, { body: { token } }, { signal })),
  });
}

function orThrow<Data>(result: CallResult<Data>): Data {
  if (result.kind === 'data') return result.data;
  throw new CallError(result);
}
