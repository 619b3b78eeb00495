import { expect, it } from 'vitest';
import { systemTime } from '../engine-time.ts';
import { readAhead } from './read-ahead.ts';

const PAGE = 3;
const lastIdOf = (ids: readonly number[]): number | undefined =>
  ids.length === PAGE ? ids.at(-1) : undefined;

function pagesOf(last: number, asked: number[] = []) {
  return async (afterId: number): Promise<readonly number[]> => {
    asked.push(afterId);
    const ids = Array.from({ length: PAGE }, (_, index) => afterId + index + 1);
    return await Promise.resolve(ids.filter((id) => id <= last));
  };
}

it.each([0, 1, 3, 4, 6, 7])('returns all of %i rows once, in order', async (last) => {
  const ids: number[] = [];
  for await (const page of readAhead(systemTime, pagesOf(last), lastIdOf)) ids.push(...page);
  expect(ids).toEqual(Array.from({ length: last }, (_, index) => index + 1));
});

it('requests the next page before it processes one, and none after the last', async () => {
  const asked: number[] = [];
  const seen: number[][] = [];
  for await (const page of readAhead(systemTime, pagesOf(4, asked), lastIdOf))
    seen.push([...asked, ...page]);
  expect(seen).toEqual([
    [0, 3, 1, 2, 3],
    [0, 3, 4],
  ]);
});

it('reports an unreadable page after the previous page was processed', async () => {
  const read = async (afterId: number): Promise<readonly number[]> => {
    if (afterId > 0) throw new Error('cut off');
    return await Promise.resolve([1, 2, 3]);
  };
  const taken: number[] = [];
  const all = (async () => {
    for await (const page of readAhead(systemTime, read, lastIdOf)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      taken.push(...page);
    }
  })();
  await expect(all).rejects.toThrow('cut off');
  expect(taken).toEqual([1, 2, 3]);
});
