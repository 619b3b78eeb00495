// The cells of an array literal, as the engine writes them.
export type SqlRow = Record<string, unknown>;

const PLAIN_NUMBER = /^-?\d{1,15}$/;
const PLAIN_TEXT = /^"[^"\\]*"$/;
const BARE_NULL = /(?<=^|,)NULL(?=,|$)/g;

/** Elements are written as in JSON, but for NULL; no text that may be NULL holds a comma. */
export function readArray(literal: string): readonly unknown[] {
  const inner = literal.slice(1, -1);
  // Most have one element.
  if (PLAIN_NUMBER.test(inner)) return [Number(inner)];
  if (inner === 'NULL') return [null];
  if (PLAIN_TEXT.test(inner)) return [inner.slice(1, -1)];
  const text = inner.includes('NULL') ? inner.replace(BARE_NULL, 'null') : inner;
  return JSON.parse(`[${text}]`) as readonly unknown[];
}
