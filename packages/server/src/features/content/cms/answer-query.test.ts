import { expect, it } from 'vitest';
import { answerCollection } from './answer-query.ts';
import type { Field, Snapshot } from './model.ts';

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
