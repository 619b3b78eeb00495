import { KEYS, type TextStore } from '#data/storage/text-store.ts';

export type Theme = 'dark' | 'light';

/** Returns the theme with which the page was loaded. */
export function currentTheme(): Theme {
  return document.documentElement.dataset['mantineColorScheme'] === 'light' ? 'light' : 'dark';
}

/** Stores the other theme and returns it; the page applies it after a reload. */
export function toggleTheme(store: TextStore, theme: Theme): Theme {
  const next = theme === 'dark' ? 'light' : 'dark';
  store.write(KEYS.theme, next);
  return next;
}
