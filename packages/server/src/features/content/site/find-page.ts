import { LANGUAGES, LANGUAGES_OFFERED } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';
import { findPagePath } from '@halyard/contract/pages';
import type { AskedPage, FoundPage, PageHead } from '#platform/http/http.ts';
import { DEFAULT_LANGUAGE, IS_BROKEN } from '../cms/model.ts';
import type { Document } from '../cms/model.ts';
import { APP_PAGES, NOT_FOUND_TITLES } from './app-pages.ts';
import { addressOf, findContentPage, inLanguage, textIn } from './content-pages.ts';

export type SiteSettings = {
  readonly operatorName: string;
  readonly registration: boolean;
  readonly economics: boolean;
  readonly platformOnly: boolean;
};

export type Site = { readonly settings: SiteSettings; readonly pages: readonly Document[] };

const HOME = '/';
const PLATFORM = '/platform/BTCUSD';
/** The pages of the app that take title and description from the content store. */
const CONTENT_OF: Readonly<Record<string, string>> = {
  '/': 'index',
  '/contact-us': 'contact',
  '/account-levels': 'account-levels',
};
const SLUG_PATTERN = /^\/([\w-]{1,80})\/?$/;

/** Finds the page of a path. An unknown page is returned as such, with its title. */
export function findPage(site: Site, asked: AskedPage): FoundPage {
  const { settings, pages } = site;
  if (settings.platformOnly && asked.path === HOME) return { kind: 'redirect', to: PLATFORM };
  const path: string | undefined = findPagePath(asked.path);
  const isOfApp = path !== undefined && path !== '/{slug}';
  const slug = isOfApp ? CONTENT_OF[path] : SLUG_PATTERN.exec(asked.path)?.[1];
  const content = slug === undefined ? undefined : findContentPage(pages, slug);
  const language = LANGUAGES.find((one) => one === asked.language) ?? content?.language;
  const known = { site, asked, language: language ?? DEFAULT_LANGUAGE };
  const isKnown = isOfApp ? isOffered(path, settings) : content !== undefined;
  if (!isKnown) return { kind: 'page', isKnown, head: headOf(known, NOT_FOUND_TITLES, undefined) };
  if (content === undefined) return { kind: 'page', isKnown, head: headOfApp(known, path ?? '') };
  const isBroken = content.page[IS_BROKEN] === true;
  return { kind: 'page', isKnown, isBroken, head: headOfContent(known, content.page) };
}

/** Returns whether a page of the app exists under these settings. */
export function isOffered(path: string, settings: SiteSettings): boolean {
  if (path === '/register') return settings.registration;
  if (path === '/economic-calendar') return settings.economics;
  if (path === '/referrals' || path === '/account-levels') return !settings.platformOnly;
  return true;
}

type Known = { readonly site: Site; readonly asked: AskedPage; readonly language: Language };
type Titles = Readonly<Record<'en' | 'de', string>>;

function headOf(
  { site, language }: Known,
  titles: Titles | undefined,
  description: string | undefined,
): PageHead {
  const siteName = site.settings.operatorName;
  const title = titles?.[language === 'de' ? 'de' : 'en'];
  return {
    language,
    title: title === undefined ? siteName : `${title} · ${siteName}`,
    siteName,
    description,
    canonical: undefined,
    alternates: [],
  };
}

/** Returns the head of a page of the app. Only public pages have a description and are indexed. */
function headOfApp(known: Known, path: string): PageHead {
  const page = APP_PAGES[path];
  const { asked, language } = known;
  if (page === undefined) return headOf(known, undefined, undefined);
  const head = headOf(known, page.titles, page.descriptions[language === 'de' ? 'de' : 'en']);
  return { ...head, ...linksOf((one) => `${asked.origin}${inLanguage(path, one)}`, language) };
}

function headOfContent(known: Known, page: Document): PageHead {
  const { asked, language } = known;
  const head = headOf(known, undefined, textIn(page, 'description', language));
  return {
    ...head,
    title: `${textIn(page, 'title', language) ?? ''} · ${head.siteName}`,
    ...linksOf((one) => `${asked.origin}${addressOf(page, one)}`, language),
  };
}

/**
 * Returns the links to other languages. A language that is not offered would show most of the page
 * in the default one.
 */
function linksOf(
  addressIn: (language: Language) => string,
  language: Language,
): Pick<PageHead, 'canonical' | 'alternates'> {
  const own = LANGUAGES_OFFERED.find((one) => one === language) ?? DEFAULT_LANGUAGE;
  return {
    canonical: addressIn(own),
    alternates: [
      ...LANGUAGES_OFFERED.map((one) => ({ language: one, url: addressIn(one) })),
      { language: 'x-default', url: addressIn(DEFAULT_LANGUAGE) },
    ],
  };
}
