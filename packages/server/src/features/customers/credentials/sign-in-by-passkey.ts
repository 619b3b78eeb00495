import type { Session } from '@halyard/contract/accounts';
import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  admitStranger,
  attemptOf,
  checkPasskey,
  holdPasskey,
} from '#features/identity/identity.ts';
import type { CheckPasskeyDeps, Throttles } from '#features/identity/identity.ts';
import { enter, findBar } from './sign-in.ts';
import type { Client, StartSessionDeps } from './start-customer-session.ts';

/**
 * Signs a customer in with a passkey. The authenticator has verified the user, so it counts as two
 * factors.
 */
export async function signInByPasskey(
  deps: StartSessionDeps & CheckPasskeyDeps & { readonly throttles: Throttles },
  request: { readonly response: PasskeyAssertion; readonly client: Client },
): Promise<Answer<Session>> {
  const { response, client } = request;
  const attempt = attemptOf(response.id, client);
  const rejection = await admitStranger(deps.throttles.code, attempt);
  if (rejection !== undefined) return rejection;
  const passkey = await checkPasskey(deps, response);
  if (passkey === undefined) return refused({ code: 'invalid-credentials' });
  await deps.throttles.code.succeed(attempt);
  const customerId = passkey.owner.id;
  const bar = await findBar(deps, customerId);
  if (bar !== undefined) return refused({ code: bar });
  return await enter(
    deps,
    {
      customerId,
      by: 'passkey',
      isByLink: false,
      client,
      stillHolds: async (tx) => await holdPasskey(tx, passkey),
    },
    'invalid-credentials',
  );
}
