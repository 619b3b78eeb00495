// Single sign-on of staff by OpenID Connect. The browser's tab keeps a secret while it is at the
// provider; state, nonce and PKCE verifier follow from it, and the database knows only its hash, so
// nobody can finish the sign-in of another browser.
import { createHmac } from 'node:crypto';
import * as contract from '@halyard/contract/backoffice/single-sign-on';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import { MINUTE_MS } from '@halyard/core/time';
import { createToken, hashToken } from '#features/identity/identity.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import type { StaffDeps } from '../sign-in.ts';
import { admitMember } from './admit-member.ts';
import type { Person } from './admit-member.ts';
import { createProvider, PROVIDER_TIMEOUT_MS } from './provider.ts';
import type { Provider, SignOnChecks } from './provider.ts';
import type { SignOnSettings } from './sign-on-settings.ts';
import { insertSignOn, takeSignOn } from './sign-on-store.ts';

export type { SignOnSettings } from './sign-on-settings.ts';

const LIFE_MS = 10 * MINUTE_MS;

export type SignOnDeps = Omit<StaffDeps, 'settings'> & {
  readonly log: Pick<Log, 'warn'>;
  readonly settings: {
    /** Undefined: staff sign in with a password only. */
    readonly signOn: SignOnSettings | undefined;
    readonly backofficeUrl: string | undefined;
  };
};

type Opened = Omit<StaffDeps, 'settings'> & {
  readonly settings: SignOnSettings;
  readonly provider: Provider;
};

/** Creates the routes of single sign-on; without its settings they answer `not-found`. */
export function createSignOnRoutes(deps: SignOnDeps): readonly RouteBinding[] {
  const { signOn, backofficeUrl } = deps.settings;
  const opened = signOn === undefined ? undefined : open(deps, signOn);
  const redirectUri = (origin: string) => `${backofficeUrl ?? origin}${contract.SIGN_ON_PATH}`;
  return [
    bind(contract.getSignInOptions, async () =>
      ok(signOn === undefined ? {} : { single_sign_on: { label: signOn.label } }),
    ),
    bind(contract.startSignOn, async ({ origin }) =>
      opened === undefined
        ? refused({ code: 'not-found' })
        : await start(opened, redirectUri(origin)),
    ),
    bind(contract.finishSignOn, async ({ body, origin, ip, userAgent }) => {
      if (opened === undefined) return refused({ code: 'not-found' });
      const from = { ip, userAgent, info: body.info };
      return await finish(opened, { ...body, redirectUri: redirectUri(origin), from });
    }),
  ];
}

function open(deps: SignOnDeps, settings: SignOnSettings): Opened {
  const { clock, log } = deps;
  const { allowsPrivate } = settings;
  const outbound = createOutbound({ allowsPrivate, timeoutMs: PROVIDER_TIMEOUT_MS });
  return { ...deps, settings, provider: createProvider({ settings, outbound, clock, log }) };
}

async function start(
  { db, clock, provider }: Opened,
  redirectUri: string,
): Promise<Answer<{ readonly url: string; readonly secret: string }>> {
  const secret = createToken();
  const url = await provider.authorizationUrl(checksOf(secret), redirectUri);
  if (url === undefined) return refused({ code: 'sign-on-unavailable' });
  const nowMs = clock.nowMs();
  await insertSignOn(db.kysely, {
    secretHash: hashToken(secret),
    now: new Date(nowMs),
    expiresAt: new Date(nowMs + LIFE_MS),
  });
  return ok({ url, secret });
}

type Finish = {
  readonly secret: string;
  readonly response: string;
  readonly redirectUri: string;
  readonly from: Omit<Person, 'issuer' | 'claims'>;
};

async function finish(
  deps: Opened,
  { secret, response, redirectUri, from }: Finish,
): Promise<Answer<StaffSession>> {
  const { db, clock, provider } = deps;
  const started = { secretHash: hashToken(secret), now: new Date(clock.nowMs()) };
  if (!(await takeSignOn(db.kysely, started))) return refused({ code: 'sign-on-failed' });
  const answer = { checks: checksOf(secret), redirectUri, response };
  const exchanged = await provider.exchange(answer);
  if (exchanged.kind !== 'known') return refused({ code: `sign-on-${exchanged.kind}` });
  const { issuer, claims } = exchanged;
  return await admitMember(deps, { issuer, claims, ...from });
}

function checksOf(secret: string): SignOnChecks {
  const derive = (use: string): string =>
    createHmac('sha256', secret).update(use).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
