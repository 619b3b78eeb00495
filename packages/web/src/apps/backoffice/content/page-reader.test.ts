import { expect, it } from 'vitest';
import { createPageReader, type ListPage } from './page-reader.ts';

const ROWS_MAX = 7;

/** A list of seven rows whose cursor is the last row's id. */
function createList() {
  const asked: string[] = [];
  const reader = createPageReader(async (_resource, query): Promise<ListPage> => {
    asked.push(query['after'] ?? 'begin');
    const from = Number(query['after'] ?? '0');
    const until = Math.min(from + Number(query['limit']), ROWS_MAX);
    const rows = Array.from({ length: until - from }, (_, index) => ({ id: from + index + 1 }));
    return await Promise.resolve({ rows, next: until < ROWS_MAX ? String(until) : null });
  });
  const read = async (page: number, selection = {}): Promise<unknown> => {
    const found = await reader.read({ resource: 'customers', selection, page, perPage: 3 });
    return found.rows.map(({ id }) => id);
  };
  return { asked, read };
}

it('continues where the previous page ended', async () => {
  const { asked, read } = createList();
  expect([await read(1), await read(2), await read(3)]).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  expect(await read(2)).toEqual([4, 5, 6]);
  expect(asked).toEqual(['begin', '3', '6', '3']);
});

it('reaches a page opened by its address through the earlier pages', async () => {
  const { asked, read } = createList();
  expect(await read(3)).toEqual([7]);
  expect(asked).toEqual(['begin', '3', '6']);
});

it('is empty after the last page', async () => {
  const { read } = createList();
  expect(await read(9)).toEqual([]);
});

it('keeps the page cursors of each selection separate', async () => {
  const { asked, read } = createList();
  await read(1, { status: 'active' });
  await read(2, { status: 'blocked' });
  expect(asked).toEqual(['begin', 'begin', '3']);
});
