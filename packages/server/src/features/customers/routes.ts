import { getAccount, listCountries, login, logout, register } from '@halyard/contract/accounts';
import { getIpInfo } from '@halyard/contract/config';
import { updateProfile } from '@halyard/contract/profile';
import { listReferrals } from '@halyard/contract/referrals';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { parseClientInfo } from '#features/identity/identity.ts';
import { credentialRoutes, signIn } from './credentials/credentials.ts';
import type { CredentialRoutesDeps, SignInDeps } from './credentials/credentials.ts';
import { getAccount as getAccountOf } from './get-account.ts';
import { findLanguage } from './language.ts';
import { listReferrals as listReferralsOf } from './list-referrals.ts';
import type { FindIpInfo } from '#features/locations/locations.ts';
import { signUp } from './sign-up.ts';
import type { IdentityListener } from './identity-fields.ts';
import type { SignUpDeps } from './sign-up.ts';
import { updateProfile as updateProfileOf } from './update-profile.ts';

export function customersRoutes(
  deps: SignUpDeps &
    SignInDeps &
    CredentialRoutesDeps & {
      readonly findIpInfo: FindIpInfo;
      readonly noteIdentity: IdentityListener;
      readonly settings: { readonly platformOnly: boolean };
    },
): readonly RouteBinding[] {
  return [
    bind(register, async ({ body, ip, userAgent, acceptLanguage, hasWorked }) => {
      const client = { ip, hasWorked, userAgent, info: parseClientInfo(body.info) };
      const language = body.lng ?? findLanguage(acceptLanguage);
      return await signUp(deps, { form: body, client, language });
    }),
    bind(login, async ({ body, ip, userAgent, hasWorked }) => {
      const { email, password, info } = body;
      const client = { ip, hasWorked, userAgent, info: parseClientInfo(info) };
      return await signIn(deps, { email, password, client });
    }),
    ...credentialRoutes(deps),
    bind(logout, async ({ caller, body }) => {
      await deps.sessions.end([caller.sessionId], body.idle === true ? 'idle' : 'signed-out');
      return ok({});
    }),
    bind(getAccount, async ({ caller }) =>
      ok({
        ...(await getAccountOf(deps, { customerId: caller.subjectId, token: caller.token })),
        ...(caller.isViewer === true ? { viewed_by_staff: true as const } : {}),
      }),
    ),
    bind(
      updateProfile,
      async ({ body, caller, ip }) => await updateProfileOf(deps, { caller, form: body, ip }),
    ),
    bind(listCountries, async () => ok([...deps.countries.all])),
    bind(listReferrals, async ({ caller, body }) => {
      if (deps.settings.platformOnly) return refused({ code: 'not-found' });
      const { before, limit } = body;
      return ok(await listReferralsOf(deps, { customerId: caller.subjectId, before, limit }));
    }),
    bind(getIpInfo, async ({ ip }) => ok(await deps.findIpInfo(ip))),
  ];
}
