// A statement as PDF: A4 landscape, column headers on each page, numbered pages. The typeface is
// that of the interface, embedded by script.
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Sheet, Table } from './statement-sheet.ts';

const MARGIN = 36;
const SIZE = 7.5;
const LINE = 12;
const FACT_WIDTH = 190;
const SCRIPTS = [
  { font: 'latin-ext', covers: /[\u0100-\u02ff\u1e00-\u1eff\u2c60-\u2c7f]/u },
  { font: 'greek', covers: /[\u0370-\u03ff]/u },
  { font: 'cyrillic', covers: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u },
] as const;
const LATIN = 'latin';
const BOLD = 'bold';

export type PdfTexts = { readonly page: string; readonly nothing: string };

/** Creates the PDF. Characters beyond Latin, Greek and Cyrillic appear as empty boxes. */
export async function toPdf(
  sheet: Sheet,
  texts: PdfTexts & { readonly madeAtMs: number },
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: sheet.title, CreationDate: new Date(texts.madeAtMs) },
  });
  for (const font of [LATIN, ...SCRIPTS.map((script) => script.font)]) {
    document.registerFont(font, fontPath(`inter-${font}-400-normal.woff`));
  }
  document.registerFont(BOLD, fontPath('inter-latin-600-normal.woff'));
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  document.once('end', resolve);
  document.once('error', reject);
  drawHead(document, sheet);
  for (const table of sheet.tables) drawTable(document, table, texts);
  numberPages(document, texts.page);
  document.end();
  await promise;
  return Buffer.concat(chunks);
}

type Document = PDFKit.PDFDocument;

function fontPath(name: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`));
}

function drawHead(document: Document, sheet: Sheet): void {
  document.font(BOLD).fontSize(16).text(sheet.title, MARGIN, MARGIN);
  document.y += LINE / 2;
  for (const [name, value] of sheet.facts) {
    const { y } = document;
    drawCell(document, name, { x: MARGIN, y, width: FACT_WIDTH, isRight: false });
    drawCell(document, value, { x: MARGIN + FACT_WIDTH, y, width: 400, isRight: false });
    document.y = y + LINE;
  }
}

function drawTable(document: Document, table: Table, texts: PdfTexts): void {
  const widths = widthsOf(document, table);
  document.y += LINE;
  breakPage(document, LINE * 3);
  document.font(BOLD).fontSize(10).text(table.title, MARGIN, document.y);
  document.y += LINE / 3;
  if (table.rows.length === 0) {
    document.font(LATIN).fontSize(SIZE).text(texts.nothing, MARGIN, document.y);
    return;
  }
  drawRow(document, table.columns, { widths, table, isHead: true });
  for (const row of table.rows) {
    const hasBroken = breakPage(document, LINE);
    if (hasBroken) drawRow(document, table.columns, { widths, table, isHead: true });
    drawRow(document, row, { widths, table, isHead: false });
  }
}

type Row = {
  readonly widths: readonly number[];
  readonly table: Table;
  readonly isHead: boolean;
};

function drawRow(document: Document, cells: readonly string[], row: Row): void {
  const { y } = document;
  let x = MARGIN;
  for (const [column, text] of cells.entries()) {
    const width = row.widths[column] ?? 0;
    const isRight = row.table.figures.includes(column);
    drawCell(document, text, { x, y, width: width - 4, isRight, isBold: row.isHead });
    x += width;
  }
  if (row.isHead) {
    document
      .moveTo(MARGIN, y + LINE - 2)
      .lineTo(x, y + LINE - 2)
      .lineWidth(0.5)
      .stroke();
  }
  document.y = y + LINE;
}

type Cell = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isRight: boolean;
  readonly isBold?: boolean;
};

/** Draws one line of text, truncated to the width. Each script has its own font. */
function drawCell(document: Document, text: string, cell: Cell): void {
  const parts = cell.isBold === true ? [{ font: BOLD, text }] : partsOf(text);
  const wide = parts.reduce((sum, part) => sum + measure(document, part), 0);
  let x = cell.isRight ? cell.x + Math.max(0, cell.width - wide) : cell.x;
  for (const part of parts) {
    const rest = cell.x + cell.width - x;
    if (rest <= 1) return;
    const options = { lineBreak: false, width: rest, height: LINE, ellipsis: true };
    document.font(part.font).fontSize(SIZE).text(part.text, x, cell.y, options);
    x += measure(document, part);
  }
}

type Part = { readonly font: string; readonly text: string };

function measure(document: Document, { font, text }: Part): number {
  return document.font(font).fontSize(SIZE).widthOfString(text);
}

function partsOf(text: string): readonly Part[] {
  const parts: { font: string; text: string }[] = [];
  for (const character of text) {
    const font = SCRIPTS.find(({ covers }) => covers.test(character))?.font ?? LATIN;
    const last = parts.at(-1);
    if (last?.font === font) last.text += character;
    else parts.push({ font, text: character });
  }
  return parts;
}

/** Returns the column widths by content, spread over the page. */
function widthsOf(document: Document, table: Table): readonly number[] {
  const lines = [table.columns, ...table.rows];
  document.font(BOLD).fontSize(SIZE);
  const wanted = table.columns.map(
    (_name, column) =>
      Math.max(...lines.map((cells) => document.widthOfString(cells[column] ?? ''))) + 8,
  );
  const room = document.page.width - 2 * MARGIN;
  const sum = wanted.reduce((total, width) => total + width, 0);
  const scale = sum > room ? room / sum : 1;
  return wanted.map((width) => width * scale);
}

function breakPage(document: Document, height: number): boolean {
  if (document.y + height < document.page.height - MARGIN - LINE) return false;
  document.addPage();
  document.y = MARGIN;
  return true;
}

function numberPages(document: Document, word: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    const y = document.page.height - MARGIN - LINE / 2;
    const cell = { x: MARGIN, y, width: document.page.width - 2 * MARGIN, isRight: true };
    drawCell(document, `${word} ${index + 1} / ${count}`, cell);
  }
}
