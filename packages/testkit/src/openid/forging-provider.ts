// An OpenID Connect provider that can forge its ID tokens: discovery, keys, authorization code with
// PKCE (S256), and the token endpoint. It shows no sign-in page.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ForgedToken = {
  /** Replaces claims of the correct token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The algorithm in the header; with 'none' the signature is absent. */
  readonly algorithm?: 'RS256' | 'none';
  /** Whether to sign with another key than the published one. */
  readonly isSignedByOther?: boolean;
  /** The issuer parameter (RFC 9207) in the address that the browser returns to. */
  readonly responseIssuer?: string;
};

export type ForgingProvider = {
  readonly issuer: string;
  /** Sets how the next tokens are forged. */
  forge(token: ForgedToken): void;
  close(): Promise<void>;
};

type Asked = { readonly nonce: string | null; readonly challenge: string | null };
type Keys = { readonly published: KeyPair; readonly other: KeyPair };
type KeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

const KEY_ID = 'published';
const LIFE_S = 300;
const KEY_BITS = 2048;

/** Starts the provider; `claims` are those of the person who signs in. */
export async function startForgingProvider(options: {
  readonly clientId: string;
  readonly claims: Readonly<Record<string, unknown>>;
}): Promise<ForgingProvider> {
  const keys: Keys = { published: createKeys(), other: createKeys() };
  const codes = new Map<string, Asked>();
  let forged: ForgedToken = {};
  let issuer = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (status: number, value: unknown): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration') return json(200, metadata(issuer));
    if (url.pathname === '/jwks') return json(200, { keys: [toJwk(keys.published)] });
    if (url.pathname === '/authorize') {
      const location = authorize(url, { codes, issuer: forged.responseIssuer ?? issuer });
      return void response.writeHead(303, { location }).end();
    }
    if (url.pathname !== '/token') return json(404, {});
    void readForm(request).then((form) => {
      const code = form.get('code') ?? '';
      const asked = codes.get(code);
      codes.delete(code);
      if (asked === undefined || asked.challenge !== challengeOf(form.get('code_verifier') ?? '')) {
        return json(400, { error: 'invalid_grant' });
      }
      const claims = { ...options.claims, ...standard(issuer, options.clientId, asked) };
      const id_token = toToken({ ...claims, ...forged.claims }, { forged, keys });
      return json(200, { access_token: randomUUID(), token_type: 'Bearer', id_token });
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    forge: (token) => (forged = token),
    close: async () => {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // The provider also offers unsigned tokens, so that the client itself must reject them.
    id_token_signing_alg_values_supported: ['RS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function authorize(
  url: URL,
  { codes, issuer }: { readonly codes: Map<string, Asked>; readonly issuer: string },
): string {
  const query = url.searchParams;
  const code = randomUUID();
  codes.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge') });
  const back = new URL(query.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({
    code,
    state: query.get('state') ?? '',
    iss: issuer,
  }).toString();
  return back.href;
}

function standard(issuer: string, clientId: string, { nonce }: Asked): object {
  const nowS = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: clientId, nonce, iat: nowS, exp: nowS + LIFE_S };
}

function toToken(
  claims: object,
  { forged, keys }: { readonly forged: ForgedToken; readonly keys: Keys },
): string {
  const { algorithm = 'RS256', isSignedByOther = false } = forged;
  const header = algorithm === 'none' ? { alg: 'none' } : { alg: algorithm, kid: KEY_ID };
  const signed = `${encode(header)}.${encode(claims)}`;
  if (algorithm === 'none') return `${signed}.`;
  const { privateKey } = isSignedByOther ? keys.other : keys.published;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function createKeys(): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
}

function toJwk({ publicKey }: KeyPair): object {
  return { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
