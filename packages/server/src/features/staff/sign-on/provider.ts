// The provider of OpenID Connect: authorization code with PKCE, by `openid-client`. The discovery
// document is read when somebody signs in, so an unavailable provider prevents neither the start
// nor the local sign-in.
import { SECOND_MS, HOUR_MS } from '@halyard/core/time';
import * as client from 'openid-client';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { Claims } from './read-claims.ts';
import type { SignOnSettings } from './sign-on-settings.ts';

export const PROVIDER_TIMEOUT_MS = 10 * SECOND_MS;
const DISCOVERED_FOR_MS = HOUR_MS;
const REPLY_BYTES_MAX = 262_144;
/** The tolerated difference of the clocks. */
const TOLERANCE_S = 30;

/** The values of one sign-in, which the browser's secret determines. */
export type SignOnChecks = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

export type Provider = {
  /** Returns the address at which the person signs in; undefined if the provider is unavailable. */
  authorizationUrl(checks: SignOnChecks, redirectUri: string): Promise<string | undefined>;
  /** Exchanges the code of the answer for a verified ID token and returns its claims. */
  exchange(answer: ProviderAnswer): Promise<Exchanged>;
};

export type ProviderAnswer = {
  readonly checks: SignOnChecks;
  readonly redirectUri: string;
  /** The query with which the browser came back. */
  readonly response: string;
};

export type Exchanged =
  | { readonly kind: 'known'; readonly issuer: string; readonly claims: Claims & Subject }
  | { readonly kind: 'failed' | 'unavailable' };
type Subject = { readonly sub: string };

type ProviderDeps = {
  readonly settings: SignOnSettings;
  readonly outbound: Pick<Outbound, 'exchange'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
};

/** The provider is unavailable. An invalid reply is another error. */
class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

export function createProvider(deps: ProviderDeps): Provider {
  const { settings, clock, log } = deps;
  let known: { readonly config: client.Configuration; readonly atMs: number } | undefined;
  const find = async (): Promise<client.Configuration | undefined> => {
    const nowMs = clock.nowMs();
    if (known !== undefined && nowMs - known.atMs < DISCOVERED_FOR_MS) return known.config;
    try {
      known = { config: await discover(deps), atMs: nowMs };
      return known.config;
    } catch (error) {
      log.warn(toFacts(error), 'the sign-in provider could not be read');
      return known?.config;
    }
  };
  return {
    authorizationUrl: async ({ state, nonce, verifier }, redirectUri) => {
      const config = await find();
      if (config === undefined) return undefined;
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    exchange: async (answer) => {
      const config = await find();
      if (config === undefined) return { kind: 'unavailable' };
      try {
        return await exchange(config, answer);
      } catch (error) {
        log.warn(toFacts(error), 'single sign-on failed');
        return { kind: isAway(error) ? 'unavailable' : 'failed' };
      }
    },
  };
}

async function discover({ settings, outbound }: ProviderDeps): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const isPlain = issuer.startsWith('http:');
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: TOLERANCE_S },
    authenticateBy(clientSecret),
    {
      [client.customFetch]: createFetch(outbound),
      timeout: PROVIDER_TIMEOUT_MS / SECOND_MS,
      execute: [
        // The signature is verified although the token comes from the provider itself.
        client.enableNonRepudiationChecks,
        // The setting accepts http only on this machine.
        ...(isPlain ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // The library accepts the addresses of Entra ID that stand for every organisation.
  if (new URL(config.serverMetadata().issuer).href !== new URL(issuer).href) {
    throw new Error('The provider’s issuer differs from OIDC_ISSUER');
  }
  return config;
}

/** Sends the secret as the provider wants it: in a header, as the protocol has it, or in the body. */
function authenticateBy(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...rest);
  };
}

async function exchange(
  config: client.Configuration,
  { checks, redirectUri, response }: ProviderAnswer,
): Promise<Exchanged> {
  const url = new URL(redirectUri);
  url.search = response;
  const tokens = await client.authorizationCodeGrant(config, url, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const { issuer } = config.serverMetadata();
  return claims?.iss === issuer ? { kind: 'known', issuer, claims } : { kind: 'failed' };
}

/** Sends the library's requests by the rules of all outgoing calls. */
function createFetch(outbound: Pick<Outbound, 'exchange'>): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    try {
      const reply = await outbound.exchange({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        bytesMax: REPLY_BYTES_MAX,
        ...(signal === undefined ? {} : { signal }),
      });
      const { status, contentType } = reply;
      return new Response(status === 204 || status === 304 ? null : Uint8Array.from(reply.body), {
        status,
        headers: { 'content-type': contentType },
      });
    } catch (error) {
      throw new ProviderAway(error instanceof Error ? error.message : 'unknown', { cause: error });
    }
  };
}

function isAway(error: unknown): boolean {
  if (error instanceof ProviderAway) return true;
  return error instanceof Error && error.cause instanceof ProviderAway;
}

/**
 * Returns the parts of an error that may be logged: its cause can contain the token or its claims.
 */
function toFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return {};
  const { message, cause } = error;
  const away = cause instanceof ProviderAway ? { reason: cause.message } : {};
  const code = 'code' in error ? { code: error.code } : {};
  // The error of the protocol, such as access_denied; it is in the address or the reply.
  const named = 'error' in error && typeof error.error === 'string' ? error.error : undefined;
  return { message, ...code, ...(named === undefined ? {} : { error: named }), ...away };
}
