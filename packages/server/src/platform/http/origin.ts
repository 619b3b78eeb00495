// Which web sites may speak to this server from a browser: its own, and no other. A browser always
// names the site in `Origin`; programs that are no browser send none and are let through, because
// a session token never comes by itself (there are no cookies).
import { isIP } from 'node:net';

export type OriginHeaders = {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** Sec-Fetch-Site. */
  readonly site: string | undefined;
};

export type IsOriginAllowed = (headers: OriginHeaders) => boolean;

/**
 * With a public address only that is allowed. Without one the site must be the host that was asked
 * for, and that host an address, localhost or HOST itself: a name could be made to point here.
 */
export function createOriginCheck(own: {
  readonly publicUrl: string | undefined;
  readonly host: string;
}): IsOriginAllowed {
  return ({ origin, host, site }) => {
    if (origin === undefined) return site !== 'cross-site';
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || url.origin !== origin) return false;
    if (own.publicUrl !== undefined) return origin === own.publicUrl;
    return url.host === host?.toLowerCase() && isHostOfOurs(url.hostname, own.host);
  };
}

function isHostOfOurs(hostname: string, ownHost: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name === 'localhost' || name === ownHost.toLowerCase();
}
