import { LANGUAGES } from '@halyard/contract/config';
import { KEYS, type TextStore } from '#data/storage/text-store.ts';

const LANGUAGE_PARAMETER = 'lng';

/** Stores the language that an address requests, so that it also applies to later pages. */
export function rememberAskedLanguage(store: TextStore, address: URL): void {
  const asked = address.searchParams.get(LANGUAGE_PARAMETER);
  if (LANGUAGES.some((language) => language === asked)) store.write(KEYS.language, asked ?? '');
}

/** Stores the choice. Returns the address to reload: the same page with the language. */
export function chooseLanguage(store: TextStore, address: URL, language: string): URL {
  store.write(KEYS.language, language);
  const next = new URL(address);
  next.searchParams.set(LANGUAGE_PARAMETER, language);
  return next;
}
