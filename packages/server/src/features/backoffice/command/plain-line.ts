/** Reduces text to one plain line: text from strangers must not control the operator's terminal. */
export function toPlainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
