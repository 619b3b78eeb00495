// The program's own addresses, known only once it listens.
import type { Settings } from './settings.ts';

export type SiteAddress = {
  /** Returns the listening address, such as http://127.0.0.1:3000. */
  readonly url: () => string;
  /**
   * Returns the URL that browsers open, without a trailing slash: printed at the start, the
   * beginning of every link in a mail, and the origin of passkeys.
   */
  readonly site: () => string;
  readonly set: (url: string) => void;
};

/** The local host name: a passkey belongs to a name, never to an IP address. */
const LOCAL_NAME = 'localhost';
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', LOCAL_NAME]);

export function createSiteAddress(settings: Pick<Settings, 'publicUrl' | 'host'>): SiteAddress {
  let known = '';
  return {
    url: () => known,
    site: () => toSiteUrl(settings, known),
    set: (url) => {
      known = url;
    },
  };
}

/** Returns the site's URL. The listening port may have been chosen by the system. */
export function toSiteUrl(
  { publicUrl, host }: Pick<Settings, 'publicUrl' | 'host'>,
  listeningUrl: string,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = host.includes(':') ? `[${host}]` : host;
  const { port } = new URL(listeningUrl);
  return new URL(`http://${LOCAL_HOSTS.has(host) ? LOCAL_NAME : name}:${port}`).origin;
}
