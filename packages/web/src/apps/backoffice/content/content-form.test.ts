import type { ContentField } from '@halyard/contract/backoffice/content-pages';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keysOf, OTHERS, toDocument, toProblems, toTexts, withComponent } from './content-form.ts';

const of = (name: string, type: string, more: Partial<ContentField> = {}): ContentField => ({
  name,
  type,
  localize: false,
  required: false,
  slug: false,
  ...more,
});
const KEYS = keysOf([
  of('title', 'text', { localize: true, required: true, slug: true }),
  of('published', 'boolean'),
  of('big', 'boolean'),
  of('rank', 'number'),
  of('components', 'layout', { localize: true }),
]);

it('has a key per language, a slug beside a title, and none for the online state', () => {
  expect(KEYS.map(({ key }) => key)).toEqual([
    'title',
    'title_slug',
    'title_de',
    'title_de_slug',
    'title_it',
    'title_it_slug',
    'title_es',
    'title_es_slug',
    'big',
    'rank',
    'components',
    'components_de',
    'components_it',
    'components_es',
  ]);
});

it('converts a document to texts and back', () => {
  const document = {
    title: 'Team',
    title_de_slug: 'das-team',
    big: true,
    rank: 2.5,
    components: [{ component: 'text', settings: { text: '<p>Hi</p>' } }],
    own: { more: [1] },
  };
  const texts = toTexts(KEYS, document);
  expect(texts).toMatchObject({ title: 'Team', big: 'true', rank: '2.5', title_de: '' });
  expect(toDocument(KEYS, texts)).toEqual({ document, problems: {} });
});

it('keeps any JSON of layouts and undeclared keys', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.stringMatching(/^own_[a-z]{3,8}$/), fc.jsonValue()),
      (components, others) => {
        // JSON has no negative zero.
        const document = JSON.parse(JSON.stringify({ ...others, components })) as object;
        const read = toDocument(KEYS, toTexts(KEYS, { ...document }));
        expect(read).toEqual({ document, problems: {} });
      },
    ),
  );
});

it.each([
  ['components', '[{', 'This is not JSON'],
  ['components', '{}', 'is no list of components'],
  ['rank', 'two', 'is no number'],
  [OTHERS, '[]', 'is no record'],
])('reports at %s the problem of %j', (key, text, problem) => {
  const { problems } = toDocument(KEYS, { [key]: text });
  expect(Object.keys(problems)).toEqual([key]);
  expect(problems[key]).toContain(problem);
});

it('appends a component to a readable list only', () => {
  expect(JSON.parse(withComponent('', { component: 'divider' }) ?? '')).toEqual([
    { component: 'divider' },
  ]);
  expect(JSON.parse(withComponent('[1]', 2) ?? '')).toEqual([1, 2]);
  expect(withComponent('[', {})).toBeUndefined();
});

it('finds the fields of an error', () => {
  expect(toProblems({ 'data.title': 'is missing', data: 'is large', reason: 'is short' })).toEqual({
    title: 'is missing',
    '': 'is large',
    reason: 'is short',
  });
});
