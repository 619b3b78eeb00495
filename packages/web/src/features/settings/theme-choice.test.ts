import { expect, it } from 'vitest';
import { createMemoryStore, KEYS } from '#data/storage/text-store.ts';
import { toggleTheme } from './theme-choice.ts';

it('toggles between dark and light and stores the choice [o-theme-choice] [o-theme-stored]', () => {
  const store = createMemoryStore();
  expect(toggleTheme(store, 'dark')).toBe('light');
  expect(store.read(KEYS.theme)).toBe('light');
  expect(toggleTheme(store, 'light')).toBe('dark');
  expect(store.read(KEYS.theme)).toBe('dark');
});
