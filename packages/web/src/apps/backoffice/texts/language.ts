// The language of the back office. The start script has set it on the document: the one that this
// browser remembers, otherwise the browser's own.
import { browserStore, KEYS } from '#data/storage/text-store.ts';

export type OfficeLanguage = 'en' | 'de';

/** The language of the loaded page; changing it requires a reload. */
export const LANGUAGE: OfficeLanguage =
  typeof document !== 'undefined' && document.documentElement.lang === 'de' ? 'de' : 'en';

/** The language for Intl: English is European, with the day before the month and 24 hours. */
export const INTL_LANGUAGE = LANGUAGE === 'en' ? 'en-GB' : LANGUAGE;

/** The names of the languages, in themselves. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

export const OTHER_LANGUAGE: OfficeLanguage = LANGUAGE === 'en' ? 'de' : 'en';

export function switchLanguage(): void {
  browserStore.write(KEYS.officeLanguage, OTHER_LANGUAGE);
  window.location.reload();
}
