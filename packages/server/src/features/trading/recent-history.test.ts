import { expect, it } from 'vitest';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import type { AccountChange } from '#engine/engine.ts';
import type { HistoryPosition } from './position-to-wire.ts';
import { RecentHistory } from './recent-history.ts';
import type { RecentHistoryOptions } from './recent-history.ts';

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

function commit(position: ClosedPosition): AccountChange {
  return { events: [{ kind: 'position-closed', position, posting: null }] };
}

type Load = RecentHistoryOptions['load'];

/** A history with a function that reports a commit to whoever follows the account. */
function createHistory(load: Load, positionsMax?: number) {
  const listeners = new Map<number, (change: AccountChange) => void>();
  const engine: RecentHistoryOptions['engine'] = {
    follow: (accountId, listener) => {
      listeners.set(accountId, listener);
      return { begun: Promise.resolve(), end: () => void listeners.delete(accountId) };
    },
  };
  const bound = positionsMax === undefined ? {} : { positionsMax };
  const history = new RecentHistory({ load, engine, ...bound });
  const note = (position: ClosedPosition, change = commit(position)): void =>
    listeners.get(position.accountId)?.(change);
  return { history, note, listeners };
}

const idsOf = (positions: readonly HistoryPosition[]) => positions.map(({ id }) => id);

it('loads once and then follows the commits, latest close first', async () => {
  let loads = 0;
  const { history, note } = createHistory(async () => {
    loads += 1;
    return [closed(2), closed(1)];
  });
  note(closed(9));
  expect(idsOf(await history.list(1))).toEqual([2, 1]);
  note(closed(4, 40));
  note(closed(3, 40));
  note({ ...closed(5), accountId: 2 });
  expect(idsOf(await history.list(1))).toEqual([4, 3, 2, 1]);
  expect(loads).toBe(1);
});

it('includes closed parts, and keeps fifty', async () => {
  const { history, note } = createHistory(async () => []);
  await history.list(1);
  for (let id = 1; id <= 60; id += 1) {
    note(closed(id), {
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
  const { history, note } = createHistory(() => query.promise);
  const first = history.list(1);
  const second = history.list(1);
  note(closed(3));
  note(closed(4));
  query.resolve([closed(3), closed(2)]);
  expect(idsOf(await first)).toEqual([4, 3, 2]);
  expect(idsOf(await second)).toEqual([4, 3, 2]);
});

it('reloads after a database outage', async () => {
  let isAway = true;
  const { history } = createHistory(async () => {
    if (isAway) throw new Error('away');
    return [closed(1)];
  });
  await expect(history.list(1)).rejects.toThrow('away');
  isAway = false;
  expect(idsOf(await history.list(1))).toEqual([1]);
});

it('evicts the least recently requested account above its limit', async () => {
  const loads: number[] = [];
  const { history } = createHistory(async (accountId) => {
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
  const { history, note } = createHistory(async () => {
    loads += 1;
    return [...stored].reverse();
  }, 3);
  await history.list(1);
  for (const id of [1, 2, 3, 4]) {
    stored.push(closed(id));
    note(closed(id));
  }
  expect(idsOf(await history.list(1))).toEqual([4, 3, 2, 1]);
  expect(loads).toBe(2);
});
