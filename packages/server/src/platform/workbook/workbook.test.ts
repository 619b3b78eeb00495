import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { toWorkbook } from './workbook.ts';
import type { WorkbookCell } from './workbook.ts';

const MADE_AT_MS = Date.parse('2026-03-05T12:00:00Z');

async function read(
  columns: readonly string[],
  rows: readonly (readonly WorkbookCell[])[],
): Promise<Readonly<Record<string, string>>> {
  async function* give() {
    for (const row of rows) yield [row];
  }
  const chunks: Uint8Array[] = [];
  const made = toWorkbook({ columns, rows: give(), madeAtMs: MADE_AT_MS });
  for await (const chunk of made) chunks.push(chunk);
  const files = unzipSync(Buffer.concat(chunks));
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, strFromU8(content)]),
  );
}

const SHEET = 'xl/worksheets/sheet1.xml';

it('has every part that a spreadsheet needs', async () => {
  const files = await read(['id'], []);
  expect(Object.keys(files)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    SHEET,
  ]);
  expect(files[SHEET]).toContain('<row><c t="inlineStr" s="1">');
});

it.each([
  [12.5, '<c><v>12.5</v></c>'],
  [Number.NaN, '<c/>'],
  [null, '<c/>'],
  [true, '<c t="b"><v>1</v></c>'],
  // 2026-03-05 is the day 46,086 of spreadsheets, and 18:00 three quarters of it.
  [new Date('2026-03-05T18:00:00Z'), '<c s="2"><v>46086.75</v></c>'],
  ['Müller & <b>', text('Müller &amp; &lt;b&gt;', 0)],
  ['=cmd()', text('=cmd()', 3)],
  ['-12.50', text('-12.50', 0)],
  ['+49 30 1', text('+49 30 1', 3)],
  ['a\u0000b\ud800', text('ab\ufffd', 0)],
  ['_x0041_', text('_x005F_x0041_', 0)],
  ['x'.repeat(40_000), text(`${'x'.repeat(32_766)}…`, 0)],
] as const)('writes %j', async (value, cell) => {
  const files = await read(['value'], [[value]]);
  expect(files[SHEET]).toContain(`<row>${cell}</row></sheetData>`);
});

it('writes more rows than fit one portion of compression', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => [at, `row ${at} of the sheet`]);
  const files = await read(['number', 'text'], rows);
  expect(files[SHEET]?.match(/<row>/g)).toHaveLength(3_001);
  expect(files[SHEET]).toContain('row 2999 of the sheet');
});

function text(content: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${content}</t></is></c>`;
}
