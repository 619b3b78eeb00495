import { getAccount, listCountries, login, logout, register } from '@halyard/contract/accounts';
import { getIpInfo } from '@halyard/contract/config';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { getAccount as getAccountOf } from './get-account.ts';
import { locateIp } from './locate-ip.ts';
import { signIn } from './sign-in.ts';
import type { SignInDeps } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import type { SignUpDeps } from './sign-up.ts';

export function accountsRoutes(deps: SignUpDeps & SignInDeps): readonly RouteBinding[] {
  return [
    bind(
      register,
      async ({ body, ip, userAgent }) =>
        await signUp(deps, { form: body, client: { ip, userAgent } }),
    ),
    bind(
      login,
      async ({ body, ip, userAgent }) =>
        await signIn(deps, {
          email: body.email,
          password: body.password,
          client: { ip, userAgent },
        }),
    ),
    bind(logout, async ({ caller }) => {
      await deps.sessions.end([caller.sessionId], 'signed-out');
      return ok({});
    }),
    bind(getAccount, async ({ caller }) =>
      ok(await getAccountOf(deps, { customerId: caller.subjectId, token: caller.token })),
    ),
    bind(listCountries, async () => ok([...deps.countries.all])),
    bind(getIpInfo, async ({ ip }) => ok(locateIp(deps, ip))),
  ];
}
