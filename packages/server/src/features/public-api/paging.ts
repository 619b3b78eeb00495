// Pages of a list: the cursor names the last row of the previous page.
import { PAGE_DEFAULT } from '@halyard/contract/v1/atoms';
import { readCursor, toCursor } from './cursor.ts';

export const BAD_CURSOR = {
  code: 'invalid',
  errors: { cursor: 'must be a cursor of an earlier answer' },
} as const;

type Page = { readonly before: string | undefined; readonly limit: number };

/**
 * Reads the page parameters; undefined when the cursor is invalid, or names an id of another kind.
 */
export function readPage(
  query: { readonly cursor?: string | undefined; readonly limit?: string | undefined },
  isId: (id: string) => boolean,
): Page | undefined {
  const limit = query.limit === undefined ? PAGE_DEFAULT : Number(query.limit);
  if (query.cursor === undefined) return { before: undefined, limit };
  const before = readCursor(query.cursor);
  return before !== undefined && isId(before) ? { before, limit } : undefined;
}

/** Builds a page from one row more than it contains, which shows whether another page follows. */
export function toPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { data: Row[]; next_cursor: string | null } {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const next_cursor = rows.length > limit && last !== undefined ? toCursor(last.id) : null;
  return { data, next_cursor };
}
