// The interface language. The start script has set it on the document; each namespace is loaded
// when a component first needs it.
import { LANGUAGES } from '@halyard/contract/config';
import i18next, { type ResourceKey, type ResourceNamespaceMap } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { persistently } from './persistently.ts';

export type Language = (typeof LANGUAGES)[number];

const LANGUAGE_DEFAULT: Language = 'en';

type CatalogueModule = Readonly<Record<string, ResourceKey>>;
const catalogues = import.meta.glob<CatalogueModule>('./{en,de,it,es}/*.ts');

const lazyCatalogues = {
  type: 'backend' as const,
  init: () => undefined,
  async read(language: string, namespace: string): Promise<ResourceKey> {
    const load = catalogues[`./${language}/${namespace}.ts`];
    // An incomplete language lacks some namespaces, for which English is used.
    return load === undefined ? {} : (Object.values(await persistently(load))[0] ?? {});
  },
};

/** The language of the loaded page; changing it requires a reload. */
export function currentLanguage(): Language {
  const code = document.documentElement.lang;
  return LANGUAGES.find((language) => language === code) ?? LANGUAGE_DEFAULT;
}

/** The language of a namespace's texts: English if the page's language lacks it. */
export function textLanguage(name: keyof ResourceNamespaceMap): Language {
  const language = currentLanguage();
  return `./${language}/${name}.ts` in catalogues ? language : LANGUAGE_DEFAULT;
}

/** Loads the texts that every page needs. */
export async function startTranslation(): Promise<void> {
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      fallbackLng: LANGUAGE_DEFAULT,
      supportedLngs: LANGUAGES,
      ns: ['shell'],
      defaultNS: 'shell',
      keySeparator: false,
      // Our texts mark facts with single braces, as the contract's error texts do.
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    });
}
