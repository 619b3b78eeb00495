import { expect, it } from 'vitest';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import type { HistoryPosition } from './position-to-wire.ts';
import { RecentHistory } from './recent-history.ts';

const quote = {
  symbol: 'BTCUSD',
  bidPoints: points(1),
  askPoints: points(1),
  sequence: 1,
  source: 'test',
  sourceAtMs: 0,
  receivedAtMs: 0,
};

function closed(id: number, closedAtMs = id): ClosedPosition {
  return {
    id,
    accountId: 1,
    symbol: 'BTCUSD',
    direction: 'buy',
    amountCents: cents(100),
    leverage: 1,
    openPoints: points(1),
    openedAtMs: 0,
    openQuote: quote,
    stopPoints: null,
    targetPoints: null,
    stopOutPoints: points(0),
    hasGuaranteedStop: false,
    isAutomatic: false,
    closePoints: points(1),
    closedAtMs,
    closeQuote: quote,
    closingReason: 'manually',
    profitCents: cents(0),
  };
}

function commit(position: ClosedPosition) {
  const events = [{ kind: 'position-closed' as const, position, posting: null }];
  return { events };
}

const idsOf = (positions: readonly HistoryPosition[]) => positions.map(({ id }) => id);

it('loads once and then follows the commits, latest close first', async () => {
  let loads = 0;
  const history = new RecentHistory(async () => {
    loads += 1;
    return [closed(2), closed(1)];
  });
  history.note(commit(closed(9)));
  expect(idsOf(await history.list(1))).toEqual([2, 1]);
  history.note(commit(closed(4, 40)));
  history.note(commit(closed(3, 40)));
  history.note(commit({ ...closed(5), accountId: 2 }));
  expect(idsOf(await history.list(1))).toEqual([4, 3, 2, 1]);
  expect(loads).toBe(1);
});

it('includes closed parts, and keeps fifty', async () => {
  const history = new RecentHistory(async () => []);
  await history.list(1);
  for (let id = 1; id <= 60; id += 1) {
    history.note({
      events: [
        {
          kind: 'position-reduced',
          positionId: 1000,
          remainingCents: cents(100),
          remainingCarry: 0,
          closed: closed(id),
          posting: null,
        },
      ],
    });
  }
  const ids = idsOf(await history.list(1));
  expect(ids).toHaveLength(50);
  expect(ids[0]).toBe(60);
  expect(ids.at(-1)).toBe(11);
});

it('misses no commit while it loads, whether the query sees it or not', async () => {
  const query = Promise.withResolvers<readonly HistoryPosition[]>();
  const history = new RecentHistory(() => query.promise);
  const first = history.list(1);
  const second = history.list(1);
  history.note(commit(closed(3)));
  history.note(commit(closed(4)));
  query.resolve([closed(3), closed(2)]);
  expect(idsOf(await first)).toEqual([4, 3, 2]);
  expect(idsOf(await second)).toEqual([4, 3, 2]);
});

it('reloads after a database outage', async () => {
  let isAway = true;
  const history = new RecentHistory(async () => {
    if (isAway) throw new Error('away');
    return [closed(1)];
  });
  await expect(history.list(1)).rejects.toThrow('away');
  isAway = false;
  expect(idsOf(await history.list(1))).toEqual([1]);
});

it('evicts the least recently requested account above its limit', async () => {
  const loads: number[] = [];
  const history = new RecentHistory(async (accountId) => {
    loads.push(accountId);
    return accountId === 1 ? [closed(2), closed(1)] : [];
  }, 4);
  for (const accountId of [1, 2, 3]) await history.list(accountId);
  for (const accountId of [3, 2, 1]) await history.list(accountId);
  expect(loads).toEqual([1, 2, 3]);
  await history.list(4);
  expect(idsOf(await history.list(1))).toEqual([2, 1]);
  // Account 1 counts two positions again, so 2 had to be removed, and then 3.
  await history.list(4);
  expect(loads).toEqual([1, 2, 3, 4, 1]);
  await history.list(2);
  expect(loads).toEqual([1, 2, 3, 4, 1, 2]);
});

it('evicts accounts that grow by commits, and misses nothing when they are requested again', async () => {
  let loads = 0;
  const stored: ClosedPosition[] = [];
  const history = new RecentHistory(async () => {
    loads += 1;
    return [...stored].reverse();
  }, 3);
  await history.list(1);
  for (const id of [1, 2, 3, 4]) {
    stored.push(closed(id));
    history.note(commit(closed(id)));
  }
  expect(idsOf(await history.list(1))).toEqual([4, 3, 2, 1]);
  expect(loads).toBe(2);
});
