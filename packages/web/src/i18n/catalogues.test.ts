import { LANGUAGES } from '@halyard/contract/config';
import { REJECTIONS } from '@halyard/contract/rejections';
import { TRANSACTION_STAGES } from '@halyard/contract/transactions';
import { expect, it } from 'vitest';
import { refusals as germanRejections } from './de/refusals.ts';
import { refusals } from './en/refusals.ts';

type Texts = Readonly<Record<string, string>>;

const modules = import.meta.glob<Readonly<Record<string, Texts>>>('./{en,de,it,es}/*.ts', {
  eager: true,
});
const catalogues = new Map(
  Object.entries(modules).map(([path, module]) => [
    path.slice(2, -3),
    Object.values(module)[0] ?? {},
  ]),
);
const namespaces = [...catalogues.keys()]
  .filter((name) => name.startsWith('en/'))
  .map((name) => name.slice(3));
const texts = (language: string, namespace: string): Texts =>
  catalogues.get(`${language}/${namespace}`) ?? {};
const facts = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .toSorted()
    .join(' ');

// The texts that the app uses by key, and the closed sets whose members are keys of texts.
const sources = Object.values(
  import.meta.glob<string>(
    [
      '../**/*.{ts,tsx}',
      '../../../core/src/instrument/*.ts',
      '../../../core/src/order/*.ts',
      '../../../contract/src/config.ts',
      '../../../contract/src/orders.ts',
      '../../../contract/src/transactions.ts',
      '../../../contract/src/workspace.ts',
      '!./{en,de,it,es}/*',
      '!../**/*.test.*',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
).join('\n');

it.each(namespaces)(
  'has every English text of %s in German, and no other [o-lang-german]',
  (namespace) => {
    expect(Object.keys(texts('de', namespace)).toSorted()).toEqual(
      Object.keys(texts('en', namespace)).toSorted(),
    );
  },
);

it('has no empty text and the same facts as the English text', () => {
  const wrong = [...catalogues].flatMap(([name, catalogue]) => {
    const english = texts('en', name.slice(3));
    return Object.entries(catalogue)
      .filter(([key, text]) => text === '' || facts(text) !== facts(english[key] ?? ''))
      .map(([key]) => `${name}: ${key}`);
  });
  expect(wrong).toEqual([]);
});

it.each(['it', 'es'])(
  'has complete catalogues in %s [o-lang-italian] [o-lang-spanish]',
  (language) => {
    const own = namespaces.filter((name) => catalogues.has(`${language}/${name}`));
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      expect([name, Object.keys(texts(language, name)).toSorted()]).toEqual([
        name,
        Object.keys(texts('en', name)).toSorted(),
      ]);
    }
  },
);

it('has a catalogue for each language of the contract', () => {
  const languages = new Set([...catalogues.keys()].map((name) => name.slice(0, 2)));
  expect([...languages].toSorted()).toEqual([...LANGUAGES].toSorted());
});

it('has a text for every error of the contract, in English the same', () => {
  for (const [code, row] of Object.entries(REJECTIONS)) {
    expect([code, texts('en', 'refusals')[code]]).toEqual([code, row.text]);
    expect([code, typeof texts('de', 'refusals')[code]]).toEqual([code, 'string']);
  }
  expect(Object.keys(germanRejections)).toEqual(Object.keys(refusals));
});

it('describes every stage of a transaction', () => {
  for (const language of ['en', 'de']) {
    expect(Object.keys(texts(language, 'stages')).toSorted()).toEqual(
      TRANSACTION_STAGES.toSorted(),
    );
  }
});

it('has no unused text', () => {
  const isAskedFor = (key: string): boolean => {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return new RegExp(`['":]${base}['"]`).test(sources);
  };
  const unused = namespaces
    .filter((namespace) => namespace !== 'refusals')
    .flatMap((namespace) =>
      Object.keys(texts('en', namespace))
        .filter((key) => !isAskedFor(key))
        .map((key) => `${namespace}: ${key}`),
    );
  expect(unused).toEqual([]);
});
