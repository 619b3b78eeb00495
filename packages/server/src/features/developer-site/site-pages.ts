// The pages of the developer site, in the order of the menu.
export const SITE_GROUPS = ['Get started', 'SDKs', 'Guides', 'API'] as const;

export type SitePage = {
  readonly slug: string;
  /** The heading in the menu above the pages of one kind. */
  readonly group: (typeof SITE_GROUPS)[number];
  readonly title: string;
  /** The Markdown file, below the root of the program. */
  readonly file: string;
};

export const SITE_ROOT = '/developers';

export const SITE_PAGES: readonly SitePage[] = [
  { slug: '', group: 'Get started', title: 'Overview', file: 'docs/integrate/README.md' },
  {
    slug: 'quick-start',
    group: 'Get started',
    title: 'Quick start',
    file: 'docs/integrate/quick-start.md',
  },
  {
    slug: 'sdk-typescript',
    group: 'SDKs',
    title: 'TypeScript SDK',
    file: 'sdk/typescript/README.md',
  },
  { slug: 'sdk-python', group: 'SDKs', title: 'Python SDK', file: 'sdk/python/README.md' },
  { slug: 'examples', group: 'SDKs', title: 'Examples', file: 'examples/README.md' },
  {
    slug: 'authentication',
    group: 'Guides',
    title: 'Authentication',
    file: 'docs/integrate/authentication.md',
  },
  { slug: 'orders', group: 'Guides', title: 'Orders', file: 'docs/integrate/orders.md' },
  { slug: 'streams', group: 'Guides', title: 'Streams', file: 'docs/integrate/streams.md' },
  { slug: 'webhooks', group: 'Guides', title: 'Webhooks', file: 'docs/integrate/webhooks.md' },
  { slug: 'errors', group: 'Guides', title: 'Errors', file: 'docs/integrate/errors.md' },
  { slug: 'limits', group: 'Guides', title: 'Limits', file: 'docs/integrate/limits.md' },
  {
    slug: 'reference',
    group: 'API',
    title: 'Reference',
    file: 'docs/integrate/reference.md',
  },
  {
    slug: 'stream-reference',
    group: 'API',
    title: 'Stream reference',
    file: 'docs/integrate/stream-reference.md',
  },
  {
    slug: 'changelog',
    group: 'API',
    title: 'Changelog',
    file: 'docs/integrate/changelog.md',
  },
];

export function addressOf({ slug }: Pick<SitePage, 'slug'>): `${typeof SITE_ROOT}${string}` {
  return slug === '' ? SITE_ROOT : `${SITE_ROOT}/${slug}`;
}
