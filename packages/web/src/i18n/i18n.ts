// The language of the interface. The start script has put it on the document before this runs;
// each namespace of texts is loaded when the first component asks for it.
import { LANGUAGES } from '@halyard/contract/config';
import i18next, { type ResourceKey, type ResourceNamespaceMap } from 'i18next';
import { initReactI18next } from 'react-i18next';

export type Language = (typeof LANGUAGES)[number];

const LANGUAGE_DEFAULT: Language = 'en';
const LOAD_RETRY_MS = 2_000;
const LOAD_TRIES_MAX = 60;

type CatalogueModule = Readonly<Record<string, ResourceKey>>;
const catalogues = import.meta.glob<CatalogueModule>('./{en,de,it,es}/*.ts');

const lazyCatalogues = {
  type: 'backend' as const,
  init: () => undefined,
  async read(language: string, namespace: string): Promise<ResourceKey> {
    const load = catalogues[`./${language}/${namespace}.ts`];
    // A partial language has no file for some namespaces: English answers then.
    return load === undefined ? {} : (Object.values(await persistently(load))[0] ?? {});
  },
};

/** Without its texts a page would show their names, so they are waited for while it loads. */
async function persistently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === LOAD_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
    }
  }
}

/** The language that the page was loaded with; another one comes with a reload. */
export function currentLanguage(): Language {
  const code = document.documentElement.lang;
  return LANGUAGES.find((language) => language === code) ?? LANGUAGE_DEFAULT;
}

/** The language that the texts of a name come in: English where the page's own has none of them. */
export function textLanguage(name: keyof ResourceNamespaceMap): Language {
  const language = currentLanguage();
  return `./${language}/${name}.ts` in catalogues ? language : LANGUAGE_DEFAULT;
}

/** Prepares the texts that every page needs. */
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
      // The refusal texts of the contract write their facts in single braces; so do ours.
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    });
}
