import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSafeHtml } from './safe-html.ts';

it('keeps headings, lists, tables, emphasis, links and own pictures', () => {
  const html =
    '<h2>News</h2><p>We <strong>open</strong> <em>later</em>.<br />Sorry.</p>' +
    '<ul><li>one</li></ul><table><tbody><tr><td>1</td></tr></tbody></table>' +
    '<img src="/media/a.png" alt="A" />';
  expect(toSafeHtml(html)).toBe(html);
  expect(toSafeHtml('<a href="https://example.com/x" target="_top">x</a>')).toBe(
    '<a href="https://example.com/x" rel="noopener noreferrer">x</a>',
  );
  expect(toSafeHtml('<a href="/platform">x</a>')).toContain('href="/platform"');
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="//evil.example/pixel.gif">',
  '<img src="/\\evil.example/pixel.gif">',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" jAvAsCrIpT:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="http://evil.example">x</a>',
  '<p style="background:url(https://evil.example)" onclick="alert(1)" id="x" class="y">x</p>',
  '<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x>',
  '<form action="https://evil.example"><input name=password></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>',
  '<!--<img src="--><img src=x onerror=alert(1)>-->',
  '<p title="`><img src=x onerror=alert(1)>`">x</p>',
  '<p>><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p<p>><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<a href="https://x.example" onmouseover="alert(1)" ping="https://evil.example">x</a>',
];
/** A tag that is permitted with its attributes, written out literally. */
const HARMLESS_TAG =
  /^<(?:\/?(?:p|h[234]|[uo]l|li|strong|em|b|i|blockquote|table|thead|tbody|tr|th|td|a)|(?:br|hr) \/|a href="(?:https:\/\/|mailto:|\/(?![/\\]))[^"\s<>]*" rel="noopener noreferrer"|img src="\/(?![/\\])[^"\s<>]*"(?: alt="[^"<>]*")? \/)>$/;

function tagsOf(html: string): readonly string[] {
  return html.match(/<[^>]*>?/g) ?? [];
}

it.each(HOSTILE)('removes all active content of %s', (html) => {
  const safe = toSafeHtml(html);
  for (const tag of tagsOf(safe)) expect(tag).toMatch(HARMLESS_TAG);
  expect(toSafeHtml(safe)).toBe(safe);
});

it('leaves only harmless tags, and a second pass changes nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom(...'< > " \' & ; / = <p <a href= <img src= &lt; &#60; --> ]]> \n'.split(' ')),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const safe = toSafeHtml(pieces.join(''));
      for (const tag of tagsOf(safe)) expect(tag).toMatch(HARMLESS_TAG);
      expect(toSafeHtml(safe)).toBe(safe);
    }),
    { numRuns: 4000 },
  );
});
