import { KEYS, type TextStore } from '#data/storage/text-store.ts';

export type Theme = 'dark' | 'light';

/** The theme that the page was loaded with. */
export function currentTheme(): Theme {
  return document.documentElement.dataset['mantineColorScheme'] === 'light' ? 'light' : 'dark';
}

/** Stores the other theme and gives it back; the page takes it on with a reload. */
export function toggleTheme(store: TextStore, theme: Theme): Theme {
  const next = theme === 'dark' ? 'light' : 'dark';
  store.write(KEYS.theme, next);
  return next;
}
