// Tables as RFC 4180 has them, safe to open in a spreadsheet: many take a semicolon or a tab for the
// separator, and run a cell that begins like a formula. What people wrote stands in such cells.
const LINE_END = '\r\n';
/** Spreadsheets take a text for UTF-8 only by this; it stands at the file's beginning. */
export const BYTE_ORDER_MARK = '\ufeff';
/** White space does not stop a spreadsheet, and some read the full-width forms too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const FIGURE = /^-?\d+(\.\d+)?$/;
const SPECIAL = /[",;\t\r\n]/;

export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(',') + LINE_END;
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
