// Which web sites can call this server from a browser: only its own. A browser always sends the
// site in `Origin`. Other programs send none and are permitted, because a session token is never
// sent automatically (there are no cookies).
import { isIP } from 'node:net';
import { createOfficeSite } from './office-site/office-site.ts';

export type OriginHeaders = {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** The header Sec-Fetch-Site of the request. */
  readonly site: string | undefined;
};

export type IsOriginAllowed = (headers: OriginHeaders) => boolean;

/**
 * Creates the check. With a public URL only that origin is permitted, and on the back office's host
 * only its own. Without one the site must be
 * the requested host, and that host an IP address, localhost or HOST: any other name could be made
 * to point here (DNS rebinding).
 */
export function createOriginCheck(own: {
  readonly publicUrl: string | undefined;
  readonly backofficeUrl?: string | undefined;
  readonly host: string;
}): IsOriginAllowed {
  const { isOffice } = createOfficeSite(own.backofficeUrl);
  return ({ origin, host, site }) => {
    if (origin === undefined) return site !== 'cross-site';
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || url.origin !== origin) return false;
    if (isOffice(host)) return origin === own.backofficeUrl;
    if (own.publicUrl !== undefined) return origin === own.publicUrl;
    return url.host === host?.toLowerCase() && isHostOfOurs(url.hostname, own.host);
  };
}

function isHostOfOurs(hostname: string, ownHost: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name === 'localhost' || name === ownHost.toLowerCase();
}
