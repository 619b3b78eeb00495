// The pages of the developer site, in the order of the menu.
export type SitePage = {
  readonly slug: string;
  readonly title: string;
  /** The Markdown file, below the root of the program. */
  readonly file: string;
};

export const SITE_ROOT = '/developers';

export const SITE_PAGES: readonly SitePage[] = [
  { slug: '', title: 'Overview', file: 'docs/integrate/README.md' },
  { slug: 'quick-start', title: 'Quick start', file: 'docs/integrate/quick-start.md' },
  { slug: 'sdk-typescript', title: 'TypeScript SDK', file: 'sdk/typescript/README.md' },
  { slug: 'sdk-python', title: 'Python SDK', file: 'sdk/python/README.md' },
  { slug: 'examples', title: 'Examples', file: 'examples/README.md' },
  { slug: 'authentication', title: 'Authentication', file: 'docs/integrate/authentication.md' },
  { slug: 'orders', title: 'Orders', file: 'docs/integrate/orders.md' },
  { slug: 'streams', title: 'Streams', file: 'docs/integrate/streams.md' },
  { slug: 'webhooks', title: 'Webhooks', file: 'docs/integrate/webhooks.md' },
  { slug: 'errors', title: 'Errors', file: 'docs/integrate/errors.md' },
  { slug: 'limits', title: 'Limits', file: 'docs/integrate/limits.md' },
  { slug: 'reference', title: 'Reference', file: 'docs/integrate/reference.md' },
  {
    slug: 'stream-reference',
    title: 'Stream reference',
    file: 'docs/integrate/stream-reference.md',
  },
  { slug: 'changelog', title: 'Changelog', file: 'docs/integrate/changelog.md' },
];

export function addressOf({ slug }: Pick<SitePage, 'slug'>): `${typeof SITE_ROOT}${string}` {
  return slug === '' ? SITE_ROOT : `${SITE_ROOT}/${slug}`;
}
