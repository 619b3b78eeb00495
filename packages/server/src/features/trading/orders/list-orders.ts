import type { Order } from '@halyard/contract/orders';
import type { Instruments } from '../instruments.ts';
import type { OrderDeps } from './find-order.ts';
import { listEndedOrders } from './order-store.ts';
import { toWireOrder } from './order-to-wire.ts';
import type { ShownEnd } from './order-to-wire.ts';
import type { EntryOrder } from '@halyard/core/order';

const PAGE_LENGTH = 50;

export type OrderPage = {
  readonly accountId: number;
  readonly before: number | undefined;
  readonly limit: number | undefined;
};

/** Returns the pending orders of an account, newest first. */
export async function listPendingOrders(
  { engine, instruments }: Pick<OrderDeps, 'engine' | 'instruments'>,
  accountId: number,
): Promise<Order[]> {
  const account = await engine.account(accountId);
  const orders = [...(account?.orders.values() ?? [])].toSorted(
    (left, right) => right.id - left.id,
  );
  return orders.flatMap((order) => show(instruments, order));
}

/** Returns ended orders, newest first. */
export async function listOrderHistory(
  { db, instruments }: Pick<OrderDeps, 'db' | 'instruments'>,
  page: OrderPage,
): Promise<Order[]> {
  const { accountId, before: beforeId, limit = PAGE_LENGTH } = page;
  const ended = await listEndedOrders(db.kysely, { accountId, beforeId, limit });
  return ended.flatMap(({ order, end }) => show(instruments, order, end));
}

/**
 * Converts an order; undefined for a symbol that is no longer listed, whose name and decimals are
 * unknown.
 */
function show(instruments: Instruments, order: EntryOrder, end?: ShownEnd): Order[] {
  const instrument = instruments.get(order.symbol);
  return instrument === undefined ? [] : [toWireOrder(order, instrument, end)];
}
