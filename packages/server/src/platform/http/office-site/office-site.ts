// The back office on its own host. Each of the two hosts serves only its own pages, so that a
// script injected into a customers' page has another origin than the back office.
import { posix } from 'node:path';

export type OfficeSite = {
  /** Returns whether a request was sent to the back office's host. */
  readonly isOffice: (host: string | undefined) => boolean;
  /** Returns whether a request must be sent to the other host. */
  readonly isElsewhere: (asked: AskedOfSite) => boolean;
};

export type AskedOfSite = {
  readonly host: string | undefined;
  /** The pattern of the route that answers; undefined if none does. */
  readonly pattern: string | undefined;
  /** The path as it was sent. */
  readonly path: string;
};

const ROUTES = '/api/backoffice/';
const PAGES = /^\/backoffice(?:[/.]|$)/;
const HEALTH = /^\/health\//;
/** Files that both apps load; none of them is a page. */
const FILES = /\.(?:js|css|woff2|svg)$/;

/** Without an address of the back office, every host serves everything. */
export function createOfficeSite(officeUrl: string | undefined): OfficeSite {
  if (officeUrl === undefined) return { isOffice: () => false, isElsewhere: () => false };
  const office = new URL(officeUrl);
  const isOffice = (host: string | undefined): boolean =>
    host !== undefined && URL.canParse(`${office.protocol}//${host}`)
      ? new URL(`${office.protocol}//${host}`).host === office.host
      : false;
  return {
    isOffice,
    isElsewhere: ({ host, pattern, path }) => {
      const plain = toPlainPath(path);
      const isRoute = pattern !== undefined && !pattern.includes('*');
      const isOfOffice = isRoute ? pattern.startsWith(ROUTES) : PAGES.test(plain);
      if (!isOffice(host)) return isOfOffice;
      const isShared = isRoute ? HEALTH.test(pattern) : plain === '/' || FILES.test(plain);
      return !isOfOffice && !isShared;
    },
  };
}

/**
 * Returns the path as the file server reads it: decoded, without a scheme and host before it and
 * without empty, . and .. parts.
 */
function toPlainPath(sent: string): string {
  const path = sent.replace(/^https?:\/\/[^/]*/i, '');
  try {
    return posix.normalize(decodeURIComponent(path).replace(/\/+/g, '/')).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}
