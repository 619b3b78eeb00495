import { LANGUAGES } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';
import { DEFAULT_LANGUAGE } from '../cms/model.ts';
import type { Document } from '../cms/model.ts';
import { isTrue } from '../cms/match-filter.ts';

/** The slugs that can be used in URLs; a Cockpit can contain anything. */
const SLUG_PATTERN = /^[\w-]{1,80}$/;
/** The content pages that have an address of the app's own. */
const APP_PATHS: Readonly<Record<string, string>> = { index: '/', contact: '/contact-us' };

export function listContentPages(pages: readonly Document[]): readonly Document[] {
  return pages.filter(
    (entry) => isTrue(entry['published']) && SLUG_PATTERN.test(textOf(entry, 'title_slug') ?? ''),
  );
}

/** Returns the page with this slug, and the language of the slug. */
export function findContentPage(
  pages: readonly Document[],
  slug: string,
): { readonly page: Document; readonly language: Language } | undefined {
  for (const page of listContentPages(pages)) {
    const language = LANGUAGES.find((one) => slugIn(page, one) === slug);
    if (language !== undefined) return { page, language };
  }
  return undefined;
}

/** Returns a page's text in a language, else in the default one. */
export function textIn(page: Document, name: string, language: Language): string | undefined {
  const own = language === DEFAULT_LANGUAGE ? undefined : textOf(page, `${name}_${language}`);
  return own ?? textOf(page, name);
}

/** Returns the path of a page in a language, with the language unless it is the default. */
export function addressOf(page: Document, language: Language): string {
  const first = textOf(page, 'title_slug') ?? '';
  const path = Object.hasOwn(APP_PATHS, first)
    ? APP_PATHS[first]
    : `/${slugIn(page, language) ?? first}`;
  return inLanguage(path ?? '/', language);
}

export function inLanguage(path: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? path : `${path}?lng=${language}`;
}

function slugKey(language: Language): string {
  return language === DEFAULT_LANGUAGE ? 'title_slug' : `title_${language}_slug`;
}

function slugIn(page: Document, language: Language): string | undefined {
  const slug = textOf(page, slugKey(language));
  return slug !== undefined && SLUG_PATTERN.test(slug) ? slug : undefined;
}

function textOf(page: Document, key: string): string | undefined {
  const value = page[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
