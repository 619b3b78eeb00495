// Sanitises HTML that staff write for customers: when it is stored and again when it is read, so that
// a newer list also closes gaps of an older one.
import { HTML_TAGS, LINK_PATTERN, OWN_PATH_PATTERN } from '@halyard/contract/format/permitted-html';
import sanitize from 'sanitize-html';

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
    allowedTags: [...HTML_TAGS],
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
      tag === 'img' && !OWN_PATH_PATTERN.test(attribs['src'] ?? ''),
  }).trim();
}
