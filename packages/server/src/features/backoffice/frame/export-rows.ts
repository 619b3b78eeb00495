// Streams a list as a file, page by page.
import { Readable } from 'node:stream';
import { EXPORT_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import type { Kysely } from 'kysely';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { toWorkbook } from '#platform/workbook/workbook.ts';
import type { WorkbookCell } from '#platform/workbook/workbook.ts';
import { listRows } from './list-rows.ts';
import type { ListQuery, ListSource } from './list-rows.ts';
import { toText, toWorkbookCell } from './workbook-cell.ts';

const PAGE_ROWS = 1_000;
const CUT_OFF = `Only the first ${EXPORT_ROWS_MAX} rows: filter for the others.`;

type Row = Readonly<Record<string, unknown>>;

export type Export = {
  readonly source: ListSource<Row>;
  /** The exported columns in order. */
  readonly fields: readonly string[];
  readonly query: Omit<ListQuery, 'after' | 'limit'>;
  /** The labels of columns in the first line; a column without one has its name. */
  readonly header?: Readonly<Record<string, string>> | undefined;
};

export function exportCsv(db: Kysely<object>, wanted: Export): Readable {
  return Readable.from(lines(db, wanted));
}

/** The list as a workbook: numbers and times are those of a spreadsheet, the rest is text. */
export function exportWorkbook(db: Kysely<object>, wanted: Export, madeAtMs: number): Readable {
  const rows = cells(db, wanted);
  return Readable.from(toWorkbook({ columns: headerOf(wanted), rows, madeAtMs }));
}

function headerOf({ fields, header }: Export): readonly string[] {
  return fields.map((name) => header?.[name] ?? name);
}

async function* lines(db: Kysely<object>, wanted: Export): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(headerOf(wanted));
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
      : rows.map((row) => wanted.fields.map((name) => toWorkbookCell(row[name])));
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
