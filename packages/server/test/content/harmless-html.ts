// What may come out of a place that stores HTML, word for word. It is stated apart from the
// allow-list, so that a hole in that shows.

const HARMLESS_TAG =
  /^<(?:\/?(?:p|h[234]|[uo]l|li|strong|em|b|i|blockquote|table|thead|tbody|tr|th|td|a)|(?:br|hr) \/|a href="(?:https:\/\/|mailto:|\/(?![/\\]))[^"\s<>\\]*" rel="noopener noreferrer"|img src="\/(?![/\\])[^"\s<>\\]*"(?: alt="[^"<>]*")? \/)>$/;
const HARMLESS_ADDRESS = /^(?:|(?:https:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\s\\"<>]*)$/i;
const HTML_KEYS = ['text', 'html', 'content', 'body'];
const ADDRESS_KEYS = ['url', 'href', 'path', 'src'];
/** Shown as plain text, whatever they hold. */
const PLAIN_COMPONENTS = ['heading', 'button'];

/** Every tag of a text that is none of the harmless ones. */
export function findActingTags(html: string): readonly string[] {
  return (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !HARMLESS_TAG.test(tag));
}

/** Every text of a document that is HTML or an address, and is not harmless, with its key. */
export function findHostile(value: unknown, key = '', isPlain = false): readonly string[] {
  if (typeof value === 'string') {
    const name = key.replace(/_[a-z]{2}$/, '');
    if (ADDRESS_KEYS.includes(name))
      return HARMLESS_ADDRESS.test(value) ? [] : [`${key}: ${value}`];
    if (!HTML_KEYS.includes(name) || isPlain) return [];
    return findActingTags(value).map((tag) => `${key}: ${tag}`);
  }
  if (Array.isArray(value)) return value.flatMap((one) => findHostile(one, key, isPlain));
  if (typeof value !== 'object' || value === null) return [];
  const isPlainHere =
    isPlain || ('component' in value && PLAIN_COMPONENTS.includes(String(value.component)));
  return Object.entries(value).flatMap(([name, inner]) => findHostile(inner, name, isPlainHere));
}
