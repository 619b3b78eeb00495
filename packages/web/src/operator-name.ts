const PRODUCT = 'Halyard';

/**
 * Returns the operator's name, which the server writes into the page; without a server, the
 * product's name.
 */
export function operatorName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? PRODUCT;
}
