const PRODUCT = 'Halyard';

/** The operator's name as the server wrote it into the page; the product's in a bare build. */
export function operatorName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? PRODUCT;
}
