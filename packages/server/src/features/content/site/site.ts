// The site as visitors and search engines see it: which addresses are pages, their titles and
// languages, and the sitemap.
import type { PageSource } from '#platform/http/http.ts';
import type { ShownContent } from '../cms/cms.ts';
import { findPage } from './find-page.ts';
import type { SiteSettings } from './find-page.ts';
import { toManifest } from './manifest.ts';
import { toRobots, toSitemap } from './sitemap.ts';

export type { SiteSettings } from './find-page.ts';

export function createSite(deps: {
  readonly settings: SiteSettings;
  readonly shown: () => Promise<ShownContent>;
}): PageSource {
  const { settings, shown } = deps;
  const sitemapOf = createSitemap(settings);
  return {
    find: async (asked) => findPage({ settings, pages: (await shown()).pages }, asked),
    files: new Map([
      [
        '/manifest.webmanifest',
        async () => ({
          mediaType: 'application/manifest+json; charset=utf-8',
          text: toManifest(settings.operatorName),
        }),
      ],
      [
        '/sitemap.xml',
        async (origin: string) => ({
          mediaType: 'application/xml; charset=utf-8',
          text: sitemapOf((await shown()).pages, origin),
        }),
      ],
      [
        '/robots.txt',
        async (origin: string) => ({
          mediaType: 'text/plain; charset=utf-8',
          text: toRobots(origin),
        }),
      ],
    ]),
  };
}

/**
 * Returns a cached sitemap. It is rebuilt only for changed pages or another origin, because that is
 * slow with hundreds of pages.
 */
function createSitemap(settings: SiteSettings) {
  let last: { readonly pages: unknown; readonly origin: string; readonly text: string } | undefined;
  return (pages: ShownContent['pages'], origin: string): string => {
    if (last?.pages !== pages || last.origin !== origin) {
      last = { pages, origin, text: toSitemap({ settings, pages }, origin) };
    }
    return last.text;
  };
}
