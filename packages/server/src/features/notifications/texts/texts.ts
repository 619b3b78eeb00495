import type { Language } from '@halyard/contract/config';
import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';

export type { Catalogue, NotificationText } from './catalogue.ts';

/** The catalogues, complete in every language of the interface, because mails have no fallback. */
export const TEXTS: Readonly<Record<Language, Catalogue>> = { en, de, it, es };

/** The locales for numbers and dates. English texts use European formats. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  it: 'it-IT',
  es: 'es-ES',
};
