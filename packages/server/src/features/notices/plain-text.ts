// Sanitises text from others for one line or a paragraph of a mail.

/** Control characters, line separators, and characters that change the text direction. */
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

/** Escapes for element text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
