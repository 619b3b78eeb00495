import type { Session } from '@halyard/contract/accounts';
import type { Kysely } from 'kysely';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  admitStranger,
  attemptOf,
  findCode,
  hashToken,
  isSecondFactorOn,
  replaceLinkSession,
  spendCode,
} from '#features/identity/identity.ts';
import type { Throttles } from '#features/identity/identity.ts';
import { challenge, enter, findBar } from './sign-in.ts';
import type { Client, StartSessionDeps } from './start-customer-session.ts';

export type SignInByLinkRequest = { readonly code: string; readonly client: Client };

/** Signs in with an auto-login link; each use ends the session of the previous use. */
export async function signInByLink(
  deps: StartSessionDeps & { readonly throttles: Throttles },
  request: SignInByLinkRequest,
): Promise<Answer<Session>> {
  const { code, client } = request;
  const attempt = attemptOf(hashToken(code), client);
  const rejection = await admitStranger(deps.throttles.code, attempt);
  if (rejection !== undefined) return rejection;
  const presented = { purpose: 'auto-login', code, atMs: deps.clock.nowMs() } as const;
  const link = await findCode(deps.db.kysely, presented);
  if (link === undefined) return refused({ code: 'link-invalid' });
  await deps.throttles.code.succeed(attempt);
  const { customerId, codeHash } = link;
  const bar = await findBar(deps, customerId);
  if (bar !== undefined) return refused({ code: bar });
  if (await isSecondFactorOn(deps.db.kysely, customerId)) {
    const spent = await spendCode(deps.db.kysely, presented);
    if (spent === undefined) return refused({ code: 'link-invalid' });
    return await challenge(deps, deps.db.kysely, { customerId, linkHash: codeHash });
  }

  const replaced: string[] = [];
  const answer = await enter(
    deps,
    {
      customerId,
      by: 'link',
      isByLink: true,
      client,
      stillHolds: async (tx, session) => {
        if ((await spendCode(tx, presented)) === undefined) return false;
        return await takeOverLink(deps, tx, {
          linkHash: codeHash,
          sessionId: session.id,
          replaced,
        });
      },
    },
    'link-invalid',
  );
  deps.sessions.announce(replaced);
  return answer;
}

/**
 * Assigns a new session to its link; false if the link is invalid. The replaced session ends with
 * the transaction and is announced after the commit.
 */
export async function takeOverLink(
  deps: Pick<StartSessionDeps, 'sessions'>,
  tx: Kysely<object>,
  use: { readonly linkHash: string; readonly sessionId: string; readonly replaced: string[] },
): Promise<boolean> {
  const link = await replaceLinkSession(tx, use.linkHash, use.sessionId);
  if (link === undefined) return false;
  if (link.previousId === null) return true;
  await deps.sessions.endIn(tx, [link.previousId], 'replaced');
  use.replaced.push(link.previousId);
  return true;
}
