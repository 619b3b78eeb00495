import { HTML_TAGS } from '@halyard/contract/format/permitted-html';
import { getSchema } from '@tiptap/react';
import { expect, it } from 'vitest';
import { RICH_TEXT_EXTENSIONS } from './rich-text-extensions.ts';

/** They only group rows: the editor reads the rows within. */
const ROW_GROUPS = ['thead', 'tbody'];

it('reads exactly the tags that the site permits', () => {
  const { nodes, marks } = getSchema(RICH_TEXT_EXTENSIONS);
  const tags = Object.values({ ...nodes, ...marks })
    .flatMap(({ spec }) => spec.parseDOM ?? [])
    // `img[src]:not(…)` is `img`.
    .flatMap(({ tag }) => (tag === undefined ? [] : [tag.replace(/[[:].*/, '')]));
  expect([...new Set([...tags, ...ROW_GROUPS])].sort()).toEqual([...HTML_TAGS].sort());
});
