// Streams a list as a file, page by page.
import { Readable } from 'node:stream';
import { EXPORT_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import type { Kysely } from 'kysely';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { listRows } from './list-rows.ts';
import type { ListQuery, ListSource } from './list-rows.ts';

const PAGE_ROWS = 1_000;

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

async function* lines(db: Kysely<object>, { source, fields, query }: Export) {
  yield BYTE_ORDER_MARK + toCsvLine(fields);
  let after: ListQuery['after'];
  for (let left = EXPORT_ROWS_MAX; left > 0; left -= PAGE_ROWS) {
    const limit = Math.min(PAGE_ROWS, left);
    const { rows, next } = await listRows(db, source, { ...query, after, limit });
    yield rows.map((row) => toCsvLine(fields.map((name) => toText(row[name])))).join('');
    if (next === undefined) return;
    after = next;
  }
  yield toCsvLine([`Only the first ${EXPORT_ROWS_MAX} rows: filter for the others.`]);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(' ');
  }
  return JSON.stringify(value);
}
