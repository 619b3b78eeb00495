// The texts of the back office in the page's language. Each language is a file of its own in the
// build, and only the chosen one loads.
import { persistently } from '#i18n/persistently.ts';
import type { Catalogue } from './catalogue-type.ts';
import { LANGUAGE } from './language.ts';

const LOADERS: Readonly<Record<typeof LANGUAGE, () => Promise<Catalogue>>> = {
  en: async () => (await import('./en/english.ts')).ENGLISH,
  de: async () => (await import('./de/german.ts')).GERMAN,
};

/** Every module that shows a text waits for this one. */
export const CATALOGUE: Catalogue = await persistently(LOADERS[LANGUAGE]);
