// A real provider of OpenID Connect (`oidc-provider`), at which everybody signs in at once as the
// person that the test names.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'halyard';
export const CLIENT_SECRET = 'the secret of the client';

const TTL_S = 600;

export type Person = {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
  readonly groups: readonly string[];
};

export type OpenidProvider = {
  readonly issuer: string;
  /** Registers the program, and where it takes browsers back. */
  register(redirectUri: string): void;
  /** Signs in as the person at the address that the program gave; returns the query of the way back. */
  signIn(url: string, person: Person): Promise<string>;
  close(): Promise<void>;
};

export async function startOpenidProvider(): Promise<OpenidProvider> {
  const people = new Map<string, Person>();
  let current = '';
  let provider: Provider | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (provider === undefined) return void response.writeHead(503).end();
    if (request.url?.startsWith('/interaction/') !== true) {
      await provider.callback()(request, response);
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: current } });
  };
  const server = createServer((request, response) => void answer(request, response));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    register: (redirectUri) => (provider = createProvider({ issuer, redirectUri, people })),
    signIn: async (url, person) => {
      people.set(person.sub, person);
      current = person.sub;
      return await follow(url, issuer);
    },
    close: async () => {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

function createProvider(options: {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly people: ReadonlyMap<string, Person>;
}): Provider {
  const { issuer, redirectUri, people } = options;
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    // The claims of the scopes stand in the ID token, as with the providers of companies.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Interaction: TTL_S, Grant: TTL_S, Session: TTL_S, AccessToken: TTL_S, IdToken: TTL_S },
    cookies: { keys: ['a key of the test'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    // Nobody is asked for consent: the company has given it.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

const REDIRECTS_MAX = 10;

/** Follows the redirects of a browser without cookies of earlier sign-ins, until it is sent back. */
async function follow(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let count = 0; count < REDIRECTS_MAX; count += 1) {
    if (!url.startsWith(issuer)) return new URL(url).search;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('too many redirects');
}
