// For search engines: every public page in each language, and what must not be indexed. Sitemaps
// protocol 0.9 with language links.
import { LANGUAGES_OFFERED } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';
import { PAGE_PATHS } from '@halyard/contract/pages';
import { SECOND_MS } from '@halyard/core/time';
import { DEFAULT_LANGUAGE } from '../cms/model.ts';
import { APP_PAGES } from './app-pages.ts';
import { addressOf, inLanguage, listContentPages } from './content-pages.ts';
import { isOffered } from './find-page.ts';
import type { Site } from './find-page.ts';

type Listed = {
  readonly addressIn: (language: Language) => string;
  readonly modifiedMs: number | undefined;
};

export function toSitemap(site: Site, origin: string): string {
  const urls = listPages(site).flatMap((page) =>
    LANGUAGES_OFFERED.map((language) => toUrl(page, language, origin)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

export function toRobots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function listPages({ settings, pages }: Site): readonly Listed[] {
  const contents = listContentPages(pages).map((page): Listed => {
    const modifiedMs = Number(page['_modified'] ?? Number.NaN) * SECOND_MS;
    return {
      addressIn: (language) => addressOf(page, language),
      // Invalid times are omitted, because a Cockpit can contain anything.
      modifiedMs: Number.isNaN(new Date(modifiedMs).getTime()) ? undefined : modifiedMs,
    };
  });
  const taken = new Set(contents.map(({ addressIn }) => addressIn(DEFAULT_LANGUAGE)));
  const own = PAGE_PATHS.filter(
    (path) => Object.hasOwn(APP_PAGES, path) && !taken.has(path) && isOffered(path, settings),
  ).map((path): Listed => ({
    addressIn: (language) => inLanguage(path, language),
    modifiedMs: undefined,
  }));
  return [...contents, ...own];
}

function toUrl({ addressIn, modifiedMs }: Listed, language: Language, origin: string): string {
  const links = LANGUAGES_OFFERED.map(
    (one) =>
      `<xhtml:link rel="alternate" hreflang="${one}" href="${toXml(`${origin}${addressIn(one)}`)}"/>`,
  );
  const modified =
    modifiedMs === undefined ? '' : `<lastmod>${new Date(modifiedMs).toISOString()}</lastmod>`;
  return `<url><loc>${toXml(`${origin}${addressIn(language)}`)}</loc>${modified}${links.join('')}</url>`;
}

function toXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
