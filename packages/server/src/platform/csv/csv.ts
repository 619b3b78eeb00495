// Tables as RFC 4180 has them, safe to open in a spreadsheet.
const LINE_END = '\r\n';
/** Spreadsheets take a text for UTF-8 only by this; it stands at the file's beginning. */
export const BYTE_ORDER_MARK = '\ufeff';
/** What a spreadsheet would run as a formula; a figure is none. */
const FORMULA = /^[=+\-@\t\r]/;
const FIGURE = /^-?\d+(\.\d+)?$/;

export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(',') + LINE_END;
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
