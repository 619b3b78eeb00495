// The start script runs before any module; here it runs with a simulated page.
import { expect, it } from 'vitest';
import { KEYS } from '#data/storage/text-store.ts';

const FILE_SYSTEM: string = 'node:fs';
const { readFileSync } = await import(FILE_SYSTEM);
const path = new URL('../../../public/boot.js', import.meta.url);
const script: string = readFileSync(path, 'utf8');

// oxlint-disable-next-line typescript/no-implied-eval -- the script is a file of our own, run as the browser runs it
const run = new Function('document', 'localStorage', 'location', 'navigator', 'globalThis', script);

type Page = {
  readonly pathname?: string;
  readonly search?: string;
  readonly stored?: Readonly<Record<string, string>>;
  readonly languages?: readonly string[];
};

function start({ pathname = '/', search = '', stored = {}, languages = ['de-AT', 'en'] }: Page) {
  const root = { lang: '', dataset: { mantineColorScheme: '', marketColors: '' } };
  const storage = { getItem: (key: string) => stored[key] ?? null };
  const scope: Record<string, unknown> = {};
  run({ documentElement: root }, storage, { pathname, search }, { languages }, scope);
  const { mantineColorScheme: theme, marketColors } = root.dataset;
  return { language: root.lang, theme, marketColors, scope };
}

it('starts dark and in English with nothing stored [o-theme-default] [k-lang-default]', () => {
  expect(start({})).toMatchObject({ language: 'en', theme: 'dark' });
});

it('applies the stored theme and language [o-theme-stored] [o-lang-stored]', () => {
  const stored = { [KEYS.theme]: 'light', [KEYS.language]: 'de' };
  expect(start({ stored })).toMatchObject({ language: 'de', theme: 'light' });
});

it('applies the stored colours of rising and falling prices', () => {
  expect(start({}).marketColors).toBe('green-up');
  expect(start({ stored: { [KEYS.marketColors]: 'red-up' } }).marketColors).toBe('red-up');
});

it('prefers the language of the address', () => {
  const stored = { [KEYS.language]: 'de' };
  expect(start({ stored, search: '?a=1&lng=en' }).language).toBe('en');
});

it.each([
  [['fr-FR', 'de-AT', 'en'], {}, 'de'],
  [['en-US', 'de'], {}, 'en'],
  [['fr'], {}, 'en'],
  [['en'], { [KEYS.officeLanguage]: 'de' }, 'de'],
  [['de'], { [KEYS.officeLanguage]: 'en' }, 'en'],
  [['en'], { [KEYS.language]: 'it' }, 'en'],
])('opens the back office for %j with %j in %s', (languages, stored, language) => {
  expect(start({ pathname: '/backoffice/customers', languages, stored }).language).toBe(language);
});

it('supports exactly en, de, it and es [k-lang-supported]', () => {
  const codes = ['en', 'de', 'it', 'es'];
  expect(codes.map((code) => start({ search: `?lng=${code}` }).language)).toEqual(codes);
  for (const other of ['fr', 'EN', '']) {
    expect(start({ search: `?lng=${other}` }).language).toBe('en');
  }
});

it('ignores invalid entries', () => {
  const stored = { [KEYS.theme]: 'pink', [KEYS.language]: 'xx' };
  expect(start({ stored })).toMatchObject({ language: 'en', theme: 'dark' });
});

it('starts without storage', () => {
  const root = { lang: '', dataset: { mantineColorScheme: '', marketColors: '' } };
  const forbidden = {
    getItem: () => {
      throw new Error('forbidden');
    },
  };
  run({ documentElement: root }, forbidden, { pathname: '/', search: '' }, { languages: [] }, {});
  expect(root).toEqual({
    lang: 'en',
    dataset: { mantineColorScheme: 'dark', marketColors: 'green-up' },
  });
});

it('keeps the schema library from compiling code, which the policy refuses', () => {
  expect(start({}).scope['__zod_globalConfig']).toEqual({ jitless: true });
});
