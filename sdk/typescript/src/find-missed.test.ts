// Recovery after a long absence: what the snapshot no longer lists.
import { describe, expect, it } from 'vitest';
import { findMissed } from './find-missed.ts';
import type { AccountSnapshot, EntryOrder, Trade } from './generated/types.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 15);
const at = (minutes: number): string => new Date(START_MS + minutes * MINUTE_MS).toISOString();

const order = (id: number, minutes: number): EntryOrder =>
  ({ id: String(id), placed_at: at(minutes), ended_at: at(minutes) }) as EntryOrder;
const trade = (id: number, minutes: number): Trade =>
  ({ id: String(id), closed_at: at(minutes) }) as Trade;

/** Newest first, as the server lists them. */
const ORDERS = Array.from({ length: 500 }, (_, index) => order(1_000 - index, 1_000 - index));
const TRADES = Array.from({ length: 500 }, (_, index) => trade(1_000 - index, 1_000 - index));

function serve<Row extends { readonly id: string }>(rows: readonly Row[]) {
  return async (
    _: string,
    {
      limit = '50',
      cursor = '0',
    }: { limit?: string | undefined; cursor?: string | undefined } = {},
  ): Promise<{ data: Row[]; next_cursor: string | null }> => {
    const from = Number(cursor);
    const to = from + Number(limit);
    return { data: rows.slice(from, to), next_cursor: to < rows.length ? String(to) : null };
  };
}

const reads: string[] = [];
const api = {
  listOrders: serve(ORDERS),
  listTrades: serve(TRADES),
  getOrder: async (_: string, id: string): Promise<EntryOrder> => {
    reads.push(id);
    return order(Number(id), 1);
  },
};

const absence = (
  lastAt: number,
  ids: Partial<Record<'pendingIds' | 'openIds', string[]>> = {},
) => ({
  accountId: '1',
  firstAt: at(0),
  lastAt: at(lastAt),
  pendingIds: [],
  openIds: [],
  ...ids,
  snapshot: {
    positions: [],
    orders: [{ id: '5' }],
    recent_orders: ORDERS.slice(0, 50),
    recent_trades: TRADES.slice(0, 50),
  } as unknown as AccountSnapshot,
});
const idsOf = (rows: readonly { readonly id: string }[]): number[] =>
  rows.map(({ id }) => Number(id));
const upTo1000From = (first: number): number[] =>
  Array.from({ length: 1_001 - first }, (_, index) => first + index);

describe('what ended during a gap', () => {
  it('is in the snapshot if it is short', async () => {
    const { trades, orders } = await findMissed(api, absence(990));
    expect(idsOf(trades)).toEqual(upTo1000From(989));
    expect(idsOf(orders)).toEqual(upTo1000From(989));
  });

  it('is read from the lists if it exceeds the snapshot', async () => {
    const { trades, orders } = await findMissed(api, absence(700));
    expect(idsOf(trades)).toEqual(upTo1000From(699));
    expect(idsOf(orders)).toEqual(upTo1000From(699));
  });

  it('includes older orders that ended during the gap', async () => {
    const { orders } = await findMissed(api, absence(990, { pendingIds: ['3', '5', '1000'] }));
    expect(reads).toEqual(['3']);
    expect(idsOf(orders)).toContain(3);
    expect(idsOf(orders)).not.toContain(5);
  });

  it('includes the trade of each position that is no longer open', async () => {
    const { trades } = await findMissed(api, absence(990, { openIds: ['600'] }));
    expect(idsOf(trades)).toEqual([600, ...upTo1000From(989)]);
  });
});
