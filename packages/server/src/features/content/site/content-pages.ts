import { LANGUAGES } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';
import { DEFAULT_LANGUAGE } from '../cms/model.ts';
import type { Document, Snapshot } from '../cms/model.ts';
import { isTrue } from '../cms/match-filter.ts';

const PAGES = 'pages';
/** Those that have an address of the app's own. */
const APP_PATHS: Readonly<Record<string, string>> = { index: '/', contact: '/contact-us' };

export function listContentPages({ collections }: Snapshot): readonly Document[] {
  const entries = collections.get(PAGES)?.entries ?? [];
  return entries.filter(
    (entry) => isTrue(entry['published']) && textOf(entry, 'title_slug') !== undefined,
  );
}

/** The page that has this slug, and the language whose slug it is. */
export function findContentPage(
  snapshot: Snapshot,
  slug: string,
): { readonly page: Document; readonly language: Language } | undefined {
  for (const page of listContentPages(snapshot)) {
    const language = LANGUAGES.find((one) => textOf(page, slugKey(one)) === slug);
    if (language !== undefined) return { page, language };
  }
  return undefined;
}

/** A text in a language, else in the default one. */
export function textIn(page: Document, name: string, language: Language): string | undefined {
  const own = language === DEFAULT_LANGUAGE ? undefined : textOf(page, `${name}_${language}`);
  return own ?? textOf(page, name);
}

/** Where a page is in a language: its path, with the language that is not the default one. */
export function addressOf(page: Document, language: Language): string {
  const first = textOf(page, 'title_slug') ?? '';
  const path = Object.hasOwn(APP_PATHS, first)
    ? APP_PATHS[first]
    : `/${textOf(page, slugKey(language)) ?? first}`;
  return inLanguage(path ?? '/', language);
}

export function inLanguage(path: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? path : `${path}?lng=${language}`;
}

function slugKey(language: Language): string {
  return language === DEFAULT_LANGUAGE ? 'title_slug' : `title_${language}_slug`;
}

function textOf(page: Document, key: string): string | undefined {
  const value = page[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
