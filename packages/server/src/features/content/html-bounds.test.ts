import { expect, it } from 'vitest';
import { findHtmlProblem, HTML_DEPTH_MAX, HTML_LENGTH_MAX, HTML_TAGS_MAX } from './html-bounds.ts';

it.each([
  ['', undefined],
  ['<p>Prices < 5 & > 3</p>', undefined],
  ['<p>one<p>two'.repeat(1_000), undefined],
  ['<ul><li>one<li>two</ul>'.repeat(500), undefined],
  ['<b>x</b>'.repeat(2_000), undefined],
  ['<br>'.repeat(HTML_TAGS_MAX), undefined],
  ['<br>'.repeat(HTML_TAGS_MAX + 1), 'tags'],
  ['<b>'.repeat(HTML_DEPTH_MAX), undefined],
  ['<b>'.repeat(HTML_DEPTH_MAX + 1), 'nested'],
  ['<B><i>'.repeat(40_000), 'nested'],
  ['<b>'.repeat(70_000), 'nested'],
  ['x'.repeat(HTML_LENGTH_MAX), undefined],
  ['x'.repeat(HTML_LENGTH_MAX + 1), 'longer'],
])('says for %# what an editor must shorten', (html, problem) => {
  const found = findHtmlProblem(html);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
