// Finds what ended during a gap for which the server sent a snapshot instead of the frames. The
// snapshot contains the latest 50 trades and the latest 50 ended orders; the rest is read from the
// REST lists.
import { ApiError } from './errors.ts';
import type { Api } from './generated/api.ts';
import type { AccountSnapshot, EntryOrder, Trade } from './generated/types.ts';

/** Exceeds the difference between the clocks of two servers. */
const CLOCK_MARGIN_MS = 60_000;
/** Exceeds the time from the decision about an order to the snapshot that contains it. */
const COMMIT_MARGIN_MS = 1_000;
const PAGE = '200';
const PAGES_MAX = 500;

export type Absence = {
  readonly accountId: string;
  /** The times of the last frame before the gap, and of the first frame of the stream. */
  readonly lastAt: string;
  readonly firstAt: string;
  readonly pendingIds: readonly string[];
  readonly openIds: readonly string[];
  readonly snapshot: AccountSnapshot;
};

type Reads = Pick<Api, 'getOrder' | 'listOrders' | 'listTrades'>;
export type Missed = { readonly trades: readonly Trade[]; readonly orders: readonly EntryOrder[] };

/**
 * Returns what ended during the gap, oldest first. It can contain items that the client already
 * knows.
 */
export async function findMissed(api: Reads, absence: Absence): Promise<Missed> {
  const sinceMs = Math.max(
    Date.parse(absence.lastAt) - CLOCK_MARGIN_MS,
    Date.parse(absence.firstAt) - COMMIT_MARGIN_MS,
  );
  const trades = await findTrades(api, absence, sinceMs);
  const orders = await findOrders(api, absence, sinceMs);
  return {
    trades: trades.toSorted((left, right) => compare(left.closed_at, right.closed_at)),
    orders: orders.toSorted((left, right) => compare(left.ended_at ?? '', right.ended_at ?? '')),
  };
}

async function findTrades(api: Reads, absence: Absence, sinceMs: number): Promise<Trade[]> {
  const { accountId, openIds, snapshot } = absence;
  const stillOpen = new Set(snapshot.positions.map(({ id }) => id));
  const closed = new Set(openIds.filter((id) => !stillOpen.has(id)));
  const isRecent = ({ closed_at }: Trade): boolean => Date.parse(closed_at) >= sinceMs;
  const found = new Map<string, Trade>();
  const takeUntilOld = (trades: readonly Trade[]): boolean => {
    for (const trade of trades) {
      if (isRecent(trade) || closed.has(trade.id)) found.set(trade.id, trade);
      closed.delete(trade.id);
    }
    const last = trades.at(-1);
    return closed.size === 0 && (last === undefined || !isRecent(last));
  };
  if (takeUntilOld(snapshot.recent_trades)) return [...found.values()];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data, next_cursor } = await api.listTrades(accountId, { limit: PAGE, cursor });
    if (takeUntilOld(data) || next_cursor === null) return [...found.values()];
    cursor = next_cursor;
  }
  throw new Error('Too many positions closed during the gap');
}

/**
 * Reads the orders that ended. The list is sorted by the time of placing, so an order that was
 * pending for long can be anywhere in it. Orders that the client knew as pending are read one by
 * one.
 */
async function findOrders(api: Reads, absence: Absence, sinceMs: number): Promise<EntryOrder[]> {
  const { accountId, pendingIds, snapshot } = absence;
  const isRecent = ({ placed_at }: EntryOrder): boolean => Date.parse(placed_at) >= sinceMs;
  const found = new Map<string, EntryOrder>();
  const takeUntilOld = (orders: readonly EntryOrder[]): boolean => {
    for (const order of orders) if (isRecent(order)) found.set(order.id, order);
    const last = orders.at(-1);
    return last === undefined || !isRecent(last);
  };
  let cursor: string | undefined;
  let isDone = takeUntilOld(snapshot.recent_orders);
  for (let page = 0; !isDone; page += 1) {
    if (page === PAGES_MAX) throw new Error('Too many orders ended during the gap');
    const query = { status: 'ended', limit: PAGE, cursor } as const;
    const { data, next_cursor } = await api.listOrders(accountId, query);
    isDone = takeUntilOld(data) || next_cursor === null;
    cursor = next_cursor ?? undefined;
  }
  const stillPending = new Set(snapshot.orders.map(({ id }) => id));
  for (const id of pendingIds) {
    if (stillPending.has(id) || found.has(id)) continue;
    const known = snapshot.recent_orders.find((order) => order.id === id);
    const order = known ?? (await findOrder(api, accountId, id));
    if (order !== undefined) found.set(id, order);
  }
  return [...found.values()];
}

/**
 * Returns the order; undefined for a rejected one that the server has deleted because of its age.
 */
async function findOrder(
  api: Reads,
  accountId: string,
  id: string,
): Promise<EntryOrder | undefined> {
  try {
    return await api.getOrder(accountId, id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
