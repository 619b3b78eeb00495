// Where a customer may be sent: to pages of the provider, over TLS, and nowhere else.
import { isLoopbackHost } from '#platform/http/http.ts';
import type { NextStep, Provider } from './provider.ts';

/** The path prefix of our own payment sandboxes, which are served beside the API. */
export const SANDBOX_PATH = '/api/sandbox/';

/**
 * The step as an absolute URL for `origin`; undefined if its host is not the provider's. A form's
 * address comes from the settings.
 */
export function toAllowedStep(
  provider: Pick<Provider, 'pageHosts'>,
  next: NextStep,
  origin: string,
): NextStep | undefined {
  if (next.type === 'form') return { ...next, action: new URL(next.action, origin).href };
  const isOurs = provider.pageHosts.includes(SANDBOX_PATH) && next.url.startsWith(SANDBOX_PATH);
  if (isOurs) return { type: 'redirect', url: new URL(next.url, origin).href };
  if (!URL.canParse(next.url)) return undefined;
  const { protocol, hostname, username, href } = new URL(next.url);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  const isHosts = provider.pageHosts.some(
    (host) => hostname === host || hostname.endsWith(`.${host}`),
  );
  return isSecure && isHosts && username === '' ? { type: 'redirect', url: href } : undefined;
}
