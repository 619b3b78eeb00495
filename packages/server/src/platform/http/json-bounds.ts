// Limits the structure of a JSON body. Parsing and validating take time per value, however short
// the values are.

export const JSON_DEPTH_MAX = 100;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Returns whether a JSON text exceeds the limits, in time proportional to its length. Invalid JSON
 * is left to the parser.
 */
export function exceedsJsonBounds(text: string, valuesMax: number): boolean {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
    if (values > valuesMax || depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** Returns the index of a string's closing quote; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    let first = end;
    while (first > from + 1 && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
    at = end + 1;
  }
}
