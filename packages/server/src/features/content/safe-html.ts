// The only allowlist for HTML that staff write for customers. It is applied when HTML is stored and
// again when it is read, so that a newer list also closes gaps of an older one.
import sanitize from 'sanitize-html';

const TEXT_TAGS = 'p h2 h3 h4 ul ol li strong em b i br hr blockquote'.split(' ');
const TABLE_TAGS = 'table thead tbody tr th td'.split(' ');

/**
 * The permitted link targets: a site over TLS, a mail address, or a path of this site. Browsers
 * read `/\` as `//`.
 */
const LINK_PATTERN = /^(https:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i;
/**
 * The permitted image addresses: only of this site, because an external image would reveal the
 * reader.
 */
const PICTURE_PATTERN = /^\/(?![/\\])[^\s\\]*$/;

/**
 * The maximum number of passes: invalid nesting can parse differently the next time, but becomes
 * stable.
 */
const PASSES_MAX = 8;

/**
 * Sanitises HTML. Disallowed tags are removed and their text stays; scripts and styles are removed
 * with their content.
 */
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
        // `rel` hides this page from the opened one and its server.
        attribs: LINK_PATTERN.test(href) ? { href, rel: 'noopener noreferrer' } : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' && !PICTURE_PATTERN.test(attribs['src'] ?? ''),
  }).trim();
}
