import type { ProviderSettings } from '#features/payments/payments.ts';

/**
 * Returns the function that names the payment provider of an address; `other` if it is none. The
 * addresses are read at each call, because those of the sandbox are known only once the program
 * listens.
 */
export function createProviderNames(providers: ProviderSettings): (url: string) => string {
  return (url) => {
    const { origin } = new URL(url);
    const same = Object.entries(providers).filter(
      ([, provider]) => URL.canParse(provider.url) && new URL(provider.url).origin === origin,
    );
    const exact = same.find(([, provider]) => url.startsWith(provider.url));
    return (exact ?? same[0])?.[0] ?? 'other';
  };
}
