import { expect, it } from 'vitest';
import { createMemoryStore, KEYS } from '#data/storage/text-store.ts';
import { chooseLanguage, rememberAskedLanguage } from './language-choice.ts';

const at = (path: string) => new URL(path, 'https://halyard.example');

it('stores the picked language [o-lang-stored]', () => {
  const store = createMemoryStore();
  chooseLanguage(store, at('/login'), 'de');
  expect(store.read(KEYS.language)).toBe('de');
});

it('reloads the same page with lng set to the picked code [o-lang-reload]', () => {
  const next = chooseLanguage(createMemoryStore(), at('/platform/EURUSD?lng=en&a=1#x'), 'de');
  expect(next.href).toBe('https://halyard.example/platform/EURUSD?lng=de&a=1#x');
});

it('accepts a supported language in the address only', () => {
  const store = createMemoryStore();
  rememberAskedLanguage(store, at('/login?lng=xx'));
  rememberAskedLanguage(store, at('/login'));
  expect(store.read(KEYS.language)).toBeUndefined();
  rememberAskedLanguage(store, at('/login?lng=it'));
  expect(store.read(KEYS.language)).toBe('it');
});
