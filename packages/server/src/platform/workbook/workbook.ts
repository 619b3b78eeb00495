// A workbook for spreadsheets (Office Open XML, ISO/IEC 29500) with one sheet, written as a stream.
// Texts are stored as texts, never as formulas. Texts that a spreadsheet could execute once
// somebody edits them, or saves the sheet as CSV, are marked as text.
import { Zip, ZipDeflate } from 'fflate';
import { isFormula } from '@halyard/contract/format/csv';
import { DAY_MS } from '@halyard/core/time';
import { HEADING_STYLE, INSTANT_STYLE, QUOTED_STYLE, WORKBOOK_PARTS } from './workbook-parts.ts';

export type WorkbookCell = string | number | boolean | Date | null;

export type Sheet = {
  readonly columns: readonly string[];
  /** Rows in portions, so that no more than one portion is in memory. */
  readonly rows: AsyncIterable<readonly (readonly WorkbookCell[])[]>;
  readonly madeAtMs: number;
};

/** How much is compressed at a time: more would delay prices. */
const SLICE_BYTES = 65_536;
/** The maximum length of a spreadsheet cell, in characters. */
const CELL_LENGTH_MAX = 32_767;
/** The day number of 1970-01-01 in spreadsheets. */
const UNIX_DAY = 25_569;

const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
const SHEET_END = '</sheetData></worksheet>';

export async function* toWorkbook({ columns, rows, madeAtMs }: Sheet): AsyncGenerator<Uint8Array> {
  const done: Uint8Array[] = [];
  let problem: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error === null) done.push(chunk);
    else problem = error;
  });
  const open = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = madeAtMs;
    zip.add(file);
    return file;
  };
  for (const [name, content] of Object.entries(WORKBOOK_PARTS)) {
    open(name).push(Buffer.from(content), true);
  }
  const sheet = open('xl/worksheets/sheet1.xml');
  for await (const xml of toSheet(columns, rows)) {
    const bytes = Buffer.from(xml);
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      sheet.push(bytes.subarray(from, from + SLICE_BYTES));
      if (problem !== undefined) throw problem;
      yield* done.splice(0);
    }
  }
  sheet.push(new Uint8Array(0), true);
  zip.end();
  yield* done;
}

async function* toSheet(columns: readonly string[], rows: Sheet['rows']): AsyncGenerator<string> {
  yield `${SHEET_START}<row>${columns.map((name) => textCell(name, HEADING_STYLE)).join('')}</row>`;
  for await (const portion of rows) {
    yield portion.map((cells) => `<row>${cells.map(toCell).join('')}</row>`).join('');
  }
  yield SHEET_END;
}

function toCell(value: WorkbookCell): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) {
    return `<c s="${INSTANT_STYLE}"><v>${value.getTime() / DAY_MS + UNIX_DAY}</v></c>`;
  }
  if (typeof value === 'string') return textCell(value, isFormula(value) ? QUOTED_STYLE : 0);
  return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>';
}

function textCell(text: string, style: number): string {
  const cut = text.length > CELL_LENGTH_MAX ? `${text.slice(0, CELL_LENGTH_MAX - 1)}…` : text;
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escape(cut)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Removes the characters that XML forbids, and escapes the rest. A text such as `_x0041_` is
 * escaped, too, because spreadsheets read it as the code of a character.
 */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter)
    .replaceAll('\r', '&#13;');
}
