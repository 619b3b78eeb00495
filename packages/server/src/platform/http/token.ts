// Where a session token can be: bearer header, body `token`, query `token`, path `{token}`.

const BEARER = /^Bearer ([\w\-.~+/=]{1,128})$/i;
const TOKEN_LENGTH_MAX = 128;

export type TokenPlaces = {
  readonly authorization: string | undefined;
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly params: unknown;
};

export type FoundToken =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly token: string }
  /** Several different tokens were sent, so the caller is ambiguous. */
  | { readonly kind: 'conflict' };

export function findToken(places: TokenPlaces): FoundToken {
  const found = [
    BEARER.exec(places.authorization ?? '')?.[1],
    tokenField(places.body),
    tokenField(places.query),
    tokenField(places.params),
  ].filter((token) => token !== undefined);
  const tokens = new Set(found);
  const [token] = tokens;
  if (token === undefined) return { kind: 'none' };
  if (tokens.size > 1) return { kind: 'conflict' };
  return token.length > TOKEN_LENGTH_MAX ? { kind: 'none' } : { kind: 'one', token };
}

function tokenField(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('token' in value)) return undefined;
  return typeof value.token === 'string' && value.token !== '' ? value.token : undefined;
}
