// The site as visitors and search engines find it: which addresses are pages, what each is called,
// in which languages there is one, and the list of all.
import type { PageSource } from '#platform/http/http.ts';
import type { Snapshot } from '../cms/cms.ts';
import { findPage } from './find-page.ts';
import type { SiteSettings } from './find-page.ts';
import { toRobots, toSitemap } from './sitemap.ts';

export type { SiteSettings } from './find-page.ts';

export function createSite(deps: {
  readonly settings: SiteSettings;
  readonly snapshot: () => Promise<Snapshot>;
}): PageSource {
  const { settings, snapshot } = deps;
  return {
    find: async (asked) => findPage({ settings, snapshot: await snapshot() }, asked),
    files: new Map([
      [
        '/sitemap.xml',
        async (origin) => ({
          mediaType: 'application/xml; charset=utf-8',
          text: toSitemap({ settings, snapshot: await snapshot() }, origin),
        }),
      ],
      [
        '/robots.txt',
        async (origin) => ({ mediaType: 'text/plain; charset=utf-8', text: toRobots(origin) }),
      ],
    ]),
  };
}
