// Streams a list as a file, page by page.
import { Readable } from 'node:stream';
import { EXPORT_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import type { Kysely } from 'kysely';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { toWorkbook } from '#platform/workbook/workbook.ts';
import type { WorkbookCell } from '#platform/workbook/workbook.ts';
import { listRows } from './list-rows.ts';
import type { ListQuery, ListSource } from './list-rows.ts';

const PAGE_ROWS = 1_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const CUT_OFF = `Only the first ${EXPORT_ROWS_MAX} rows: filter for the others.`;

type Row = Readonly<Record<string, unknown>>;

export type Export = {
  readonly source: ListSource<Row>;
  /** The exported columns in order. */
  readonly fields: readonly string[];
  readonly query: Omit<ListQuery, 'after' | 'limit'>;
};

export function exportCsv(db: Kysely<object>, wanted: Export): Readable {
  return Readable.from(lines(db, wanted));
}

/** The list as a workbook: numbers and times are those of a spreadsheet, the rest is text. */
export function exportWorkbook(db: Kysely<object>, wanted: Export, madeAtMs: number): Readable {
  const rows = cells(db, wanted);
  return Readable.from(toWorkbook({ columns: wanted.fields, rows, madeAtMs }));
}

async function* lines(db: Kysely<object>, wanted: Export): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(wanted.fields);
  for await (const rows of portions(db, wanted)) {
    yield rows === 'cut-off'
      ? toCsvLine([CUT_OFF])
      : rows.map((row) => toCsvLine(wanted.fields.map((name) => toText(row[name])))).join('');
  }
}

async function* cells(
  db: Kysely<object>,
  wanted: Export,
): AsyncGenerator<readonly (readonly WorkbookCell[])[]> {
  for await (const rows of portions(db, wanted)) {
    yield rows === 'cut-off'
      ? [[CUT_OFF]]
      : rows.map((row) => wanted.fields.map((name) => toCell(row[name])));
  }
}

async function* portions(
  db: Kysely<object>,
  { source, query }: Export,
): AsyncGenerator<readonly Row[] | 'cut-off'> {
  let after: ListQuery['after'];
  for (let left = EXPORT_ROWS_MAX; left > 0; left -= PAGE_ROWS) {
    const limit = Math.min(PAGE_ROWS, left);
    const { rows, next } = await listRows(db, source, { ...query, after, limit });
    yield rows;
    if (next === undefined) return;
    after = next;
  }
  yield 'cut-off';
}

function toCell(value: unknown): WorkbookCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && INSTANT.test(value)) return new Date(value);
  return toText(value);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(' ');
  }
  return JSON.stringify(value);
}
