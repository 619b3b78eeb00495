// The HTML that staff may write for customers. The server sanitises by this list, the browser by the
// same one before it shows HTML, and the editor of formatted text offers nothing else.

const TEXT_TAGS = 'p h2 h3 h4 ul ol li strong em b i br hr blockquote'.split(' ');
const TABLE_TAGS = 'table thead tbody tr th td'.split(' ');

export const HTML_TAGS: readonly string[] = [...TEXT_TAGS, ...TABLE_TAGS, 'a', 'img'];

/**
 * The permitted link targets: a site over TLS, a mail address, or a path of this site. Browsers
 * read `/\` as `//`.
 */
export const LINK_PATTERN = /^(https:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i;

/** A path of this site. An image of another site would reveal the reader. */
export const OWN_PATH_PATTERN = /^\/(?![/\\])[^\s\\]*$/;
