// Every address of the web app, once.

export const DEFAULT_SYMBOL = 'BTCUSD';

export const PATHS = {
  home: '/',
  login: '/login',
  register: '/register',
  platform: '/platform',
  platformSymbol: '/platform/:symbol',
  notFound: '/404',
} as const;

/** The trading screen of a symbol. */
export function platformPath(symbol: string = DEFAULT_SYMBOL): string {
  return `${PATHS.platform}/${encodeURIComponent(symbol)}`;
}

const ENCODED_COLON = /%3A([A-Za-z0-9]+)/i;

/**
 * Where /platform leads: to the symbol after the encoded colon of its query string, such as
 * `?tvwidgetsymbol=BINANCE%3ABTCUSDT`, with a trailing USDT read as USD; else to the default.
 */
export function platformPathFromQuery(search: string): string {
  const symbol = ENCODED_COLON.exec(search)?.[1]?.toUpperCase();
  return platformPath(symbol?.replace(/USDT$/, 'USD'));
}

/** A path of our own that a visitor may be sent back to after signing in; anything else is refused. */
export function parseReturnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return undefined;
  return value === PATHS.login || value === PATHS.register ? undefined : value;
}
