// CSV (RFC 4180) that is safe to open in a spreadsheet. Many spreadsheets accept a semicolon or tab
// as separator and execute a cell that starts like a formula, and cells contain text that people
// wrote.
const LINE_END = '\r\n';
/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
/**
 * The start of a cell that a spreadsheet can execute. Spreadsheets ignore leading white space, and
 * some accept the full-width forms.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const FIGURE = /^-?\d+(\.\d+)?$/;
const SPECIAL = /[",;\t\r\n]/;

export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(',') + LINE_END;
}

/** Returns whether a spreadsheet can execute the text. A negative number is none. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !FIGURE.test(text);
}

function toCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
