import type { Position } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { fillGap } from './fill-gap.ts';

const PAGE_SIZE = 3;
/** The server's closed positions, the latest first. */
const CLOSED = Array.from({ length: 20 }, (_, index) => ({ id: 20 - index }) as Position);

/** Fills the gap below position 18; of the pages that are loaded, `lost` can't be. */
async function fill(known: readonly number[], lost = 0) {
  const asked: number[] = [];
  const filled = await fillGap(18, {
    known: new Set([20, 19, 18, ...known]),
    pageSize: PAGE_SIZE,
    loadBefore: async (id) => {
      asked.push(id);
      if (asked.length === lost) return undefined;
      return CLOSED.filter((position) => position.id < id).slice(0, PAGE_SIZE);
    },
  });
  return { asked, ids: filled.found.map(({ id }) => id), isWhole: filled.isWhole };
}

it('loads pages until it meets a shown position', async () => {
  const { asked, ids, isWhole } = await fill([10, 9, 8]);
  expect(asked).toEqual([18, 15, 12]);
  expect(ids).toEqual([17, 16, 15, 14, 13, 12, 11, 10, 9]);
  expect(isWhole).toBe(true);
});

it('ends at the oldest position', async () => {
  const { ids, isWhole } = await fill([]);
  expect([ids.length, ids.at(-1), isWhole]).toEqual([17, 1, true]);
});

it('reports missing positions when a page fails', async () => {
  const { ids, isWhole } = await fill([10], 2);
  expect(ids).toEqual([17, 16, 15]);
  expect(isWhole).toBe(false);
});
