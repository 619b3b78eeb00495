// Text of others, made harmless for one line or a paragraph of a mail.

/** Controls, line separators, and what turns the direction of what is written after it. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const UNPRINTABLE_BUT_BREAKS = /[^\P{Cc}\n]+|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

export function toLine(text: string, lengthMax: number): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim().slice(0, lengthMax).toWellFormed();
}

/** Keeps line breaks, at most one empty line at a time. */
export function toParagraphs(text: string, lengthMax: number): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNPRINTABLE_BUT_BREAKS, ' ')
    .replaceAll(/\n[ \n]*\n/g, '\n\n')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an element and for an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
