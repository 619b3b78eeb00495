import { describe, expect, it } from 'vitest';
import { answerCollection } from './answer-query.ts';
import type { Query } from './answer-query.ts';
import { FilterUnfit } from './match-filter.ts';
import type { Document, Field, Snapshot } from './model.ts';

const ENTRIES = [
  { title: 'Out', published: true },
  { title: 'Draft', published: false },
  { title: 'Unsaid' },
];
const PUBLISHED: Field = {
  name: 'published',
  type: 'boolean',
  localize: false,
  required: false,
  options: {},
};

it.each([
  ['what its fields are', [PUBLISHED], ['Out']],
  ['nothing of its fields', [], ['Out', 'Unsaid']],
])('shows the public no draft of a collection that says %s', (_, fields, expected) => {
  const model = { name: 'posts', sortable: false, fields };
  const snapshot: Snapshot = {
    collections: new Map([['posts', { model, entries: ENTRIES }]]),
    singletons: new Map(),
    forms: new Map(),
  };
  const titlesFor = (seesDrafts: boolean): unknown =>
    answerCollection({ snapshot, seesDrafts }, 'posts', { simple: 1, fields: { title: 1 } });
  expect(titlesFor(false)).toEqual(expected.map((title) => ({ title })));
  expect(titlesFor(true)).toHaveLength(ENTRIES.length);
});

describe('a query of Cockpit', () => {
  const field = (name: string, rest: Partial<Field> = {}): Field => ({
    name,
    type: 'text',
    localize: false,
    required: false,
    options: {},
    ...rest,
  });
  const ANN = { _id: 'a'.repeat(24), name: 'Ann', name_de: 'Anna' };
  const link = { _id: ANN._id, link: 'authors', display: 'Ann' };
  const posts = [
    { _id: '1', title: 'B', meta: { rank: 2 }, author: link },
    { _id: '2', title: 'A', meta: { rank: 1 }, author: link },
  ];
  const collectionOf = (name: string, fields: Field[], entries: readonly object[]) =>
    [name, { model: { name, sortable: false, fields }, entries: entries as Document[] }] as const;
  const viewOf = (entries: readonly object[] = posts) => ({
    seesDrafts: true,
    snapshot: {
      collections: new Map([
        collectionOf('posts', [field('title')], entries),
        collectionOf('authors', [field('name', { localize: true })], [ANN]),
      ]),
      singletons: new Map(),
      forms: new Map(),
    },
  });
  const ask = (query: Query) => answerCollection(viewOf(), 'posts', { simple: 1, ...query });

  it('returns linked entries in its language', () => {
    const [post] = ask({ populate: 1, lang: 'de' }) as Document[];
    expect(post?.['author']).toEqual({ _id: ANN._id, name: 'Anna', _link: 'authors' });
  });

  it('treats a limit of 0 as no limit', () => {
    expect(ask({ limit: 0 })).toHaveLength(2);
    expect(answerCollection(viewOf(), 'posts', { limit: 0 })).toMatchObject({ total: 2 });
  });

  it('omits the id on request', () => {
    expect(ask({ fields: { _id: 0, title: 1 } })).toEqual([{ title: 'B' }, { title: 'A' }]);
    expect(ask({ fields: { title: 1 }, limit: 1 })).toEqual([{ _id: '1', title: 'B' }]);
  });

  it('sorts by a path', () => {
    expect(ask({ sort: { 'meta.rank': 1 } })).toMatchObject([{ title: 'A' }, { title: 'B' }]);
  });

  it('rejects a reply that links would make too large', () => {
    const authors = Array.from({ length: 1_001 }, () => link);
    const view = viewOf([{ _id: '1', authors }]);
    expect(() => answerCollection(view, 'posts', { populate: 1 })).toThrow(FilterUnfit);
  });
});
