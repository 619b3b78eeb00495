import type { Session } from '@halyard/contract/accounts';
import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkSecondFactor, deleteCode, findCode, spendCode } from '#features/identity/identity.ts';
import type { CheckSecondFactorDeps } from '#features/identity/identity.ts';
import { enter, findBar } from './sign-in.ts';
import { takeOverLink } from './sign-in-by-link.ts';
import type { Client, StartSessionDeps } from './start-customer-session.ts';

export type SignInSecondRequest = {
  readonly challenge: string;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
  readonly client: Client;
};

/**
 * The second step of a sign-in. A challenge permits few attempts and ends with the first correct
 * one.
 */
export async function signInSecond(
  deps: StartSessionDeps & CheckSecondFactorDeps,
  request: SignInSecondRequest,
): Promise<Answer<Session>> {
  const { client } = request;
  const atMs = deps.clock.nowMs();
  const presented = { purpose: 'second-factor', code: request.challenge, atMs } as const;
  const challenge = await findCode(deps.db.kysely, presented);
  if (challenge === undefined) return refused({ code: 'session-ended' });
  const { customerId, codeHash, linkHash } = challenge;
  const bar = await findBar(deps, customerId);
  if (bar !== undefined) return refused({ code: bar });
  const { code, passkey } = request;
  const rejection = await checkSecondFactor(deps, {
    customerId,
    code,
    passkey,
    ip: client.ip,
    hasWorked: client.hasWorked,
    // Only an evaluated attempt counts; a delayed one does not.
    takeTry: async () => (await spendCode(deps.db.kysely, presented)) !== undefined,
  });
  if (rejection !== undefined) return rejection;

  const replaced: string[] = [];
  const answer = await enter(
    deps,
    {
      customerId,
      by: 'second-factor',
      isByLink: linkHash !== null,
      client,
      stillHolds: async (tx, session) => {
        if (!(await deleteCode(tx, codeHash))) return false;
        if (linkHash === null) return true;
        return await takeOverLink(deps, tx, { linkHash, sessionId: session.id, replaced });
      },
    },
    'session-ended',
  );
  deps.sessions.announce(replaced);
  return answer;
}
