// Limits of HTML before it is parsed: the parser's time grows with the square of the depth.

export const HTML_LENGTH_MAX = 262_144;
export const HTML_TAGS_MAX = 5_000;
export const HTML_DEPTH_MAX = 64;

const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
const VOID_TAGS = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
/** Tags whose end tag is optional: the next tag of the same name ends them. */
const OPEN_ENDED = new Set('p li dt dd td th tr option'.split(' '));

/** Returns what an editor must shorten; undefined if it can be parsed. Takes linear time. */
export function findHtmlProblem(html: string): string | undefined {
  if (html.length > HTML_LENGTH_MAX) {
    return `is longer than ${HTML_LENGTH_MAX} characters: shorten it`;
  }
  const open: string[] = [];
  let tags = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    tags += 1;
    if (tags > HTML_TAGS_MAX) return `has more than ${HTML_TAGS_MAX} HTML tags: split the text`;
    enter(open, name.toLowerCase(), slash === '/');
    if (open.length > HTML_DEPTH_MAX) {
      return `has HTML tags nested deeper than ${HTML_DEPTH_MAX}: remove the outer ones`;
    }
  }
  return undefined;
}

function enter(open: string[], name: string, isEnd: boolean): void {
  if (isEnd) {
    const at = open.lastIndexOf(name);
    if (at !== -1) open.length = at;
  } else if (!VOID_TAGS.has(name)) {
    if (OPEN_ENDED.has(name) && open.at(-1) === name) open.pop();
    open.push(name);
  }
}
