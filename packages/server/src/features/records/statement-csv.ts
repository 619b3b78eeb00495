import type { Sheet } from './statement-sheet.ts';

const LINE_END = '\r\n';
/** Spreadsheets take a text for UTF-8 only by this. */
const BYTE_ORDER_MARK = '\ufeff';
/** What a spreadsheet would run as a formula; a figure is none. */
const FORMULA = /^[=+\-@\t\r]/;
const FIGURE = /^-?\d+(\.\d+)?$/;

/** RFC 4180, one table after the other with an empty line between. */
export function toCsv(sheet: Sheet): Buffer {
  const lines = [
    [sheet.title],
    ...sheet.facts,
    ...sheet.tables.flatMap(({ title, columns, rows }) => [[], [title], columns, ...rows]),
  ];
  const text = lines.map((cells) => cells.map(toCell).join(',') + LINE_END).join('');
  return Buffer.from(BYTE_ORDER_MARK + text);
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
