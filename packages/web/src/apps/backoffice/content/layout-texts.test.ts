import { expect, it } from 'vitest';
import { beginningOf, listTexts, withText } from './layout-texts.ts';

const LAYOUT = [
  { component: 'heading', settings: { text: 'Title' } },
  {
    component: 'grid',
    columns: [{ children: [{ component: 'text', settings: { text: '<p>Left</p>' } }] }],
  },
  { component: 'section', children: [{ component: 'html', settings: { html: '<b>In</b>' } }] },
];
const JSON_TEXT = JSON.stringify(LAYOUT);

it('finds the texts with formatting, however deep', () => {
  expect(listTexts(JSON_TEXT)).toEqual([
    { path: [1, 'columns', 0, 'children', 0, 'settings', 'text'], html: '<p>Left</p>' },
    { path: [2, 'children', 0, 'settings', 'html'], html: '<b>In</b>' },
  ]);
  expect(listTexts('[{')).toEqual([]);
  expect(listTexts('[{"component": "constructor", "settings": {"text": "x"}}]')).toEqual([]);
});

it('changes one text and nothing else', () => {
  const path = listTexts(JSON_TEXT)[0]?.path ?? [];
  const changed = withText(JSON_TEXT, path, '<p>Right</p>');
  expect(JSON.parse(changed)).toEqual(JSON.parse(JSON_TEXT.replace('<p>Left</p>', '<p>Right</p>')));
});

it('names a text by its beginning', () => {
  expect(beginningOf('<h2>One</h2><p>two</p>')).toBe('One two');
  expect(beginningOf(`<p>${'a'.repeat(90)}</p>`)).toBe(`${'a'.repeat(80)}…`);
});
