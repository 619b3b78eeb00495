// Sanitises other people's text for one line or a paragraph of a mail.

/**
 * Characters to remove: control characters, line separators, and those that change the text
 * direction.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const UNPRINTABLE_BUT_BREAKS = /[^\P{Cc}\n]+|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

export function toLine(text: string, lengthMax: number): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim().slice(0, lengthMax).toWellFormed();
}

/** Returns the text as paragraphs, keeping line breaks and at most one empty line at a time. */
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

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
