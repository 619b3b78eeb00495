// The one allow-list for HTML that the house writes for customers. It is applied when HTML is
// stored and again when it is read, so a way around an older list is closed with the newer one.
import sanitize from 'sanitize-html';

const TEXT_TAGS = 'p h2 h3 h4 ul ol li strong em b i br hr blockquote'.split(' ');
const TABLE_TAGS = 'table thead tbody tr th td'.split(' ');

/** A site over TLS, a mail address, or a path of this site; browsers read `/\` as `//`. */
const LINK_PATTERN = /^(https:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i;
/** Only from this site: a picture of another one tells it who reads. */
const PICTURE_PATTERN = /^\/(?![/\\])[^\s\\]*$/;

/** What is nested as HTML does not allow may be read otherwise the next time, but not for ever. */
const PASSES_MAX = 8;

/** Tags that are not allowed go, their text stays; scripts and styles go with what is in them. */
export function toSafeHtml(html: string): string {
  let safe = clean(html);
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const again = clean(safe);
    if (again === safe) return safe;
    safe = again;
  }
  return safe;
}

function clean(html: string): string {
  return sanitize(html, {
    allowedTags: [...TEXT_TAGS, ...TABLE_TAGS, 'a', 'img'],
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        // Neither the page that is opened nor its server learns anything of this one.
        attribs: LINK_PATTERN.test(href) ? { href, rel: 'noopener noreferrer' } : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' && !PICTURE_PATTERN.test(attribs['src'] ?? ''),
  }).trim();
}
