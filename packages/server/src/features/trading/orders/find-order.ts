import type { OrderReply } from '@halyard/contract/orders';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { CommandDeps } from '../trading-command.ts';
import { findEndedOrder } from './order-store.ts';
import { toWireOrder } from './order-to-wire.ts';
import type { FoundOrder } from './found-order.ts';

export type OrderDeps = CommandDeps & { readonly db: Pick<Database, 'kysely'> };
export type OrderName = { readonly accountId: number; readonly orderId: number };

/**
 * Finds an order of the account, pending or ended, so that a repeated request gets an answer even
 * if the order has ended since.
 */
export async function findOrder(
  { engine, db }: Pick<OrderDeps, 'engine' | 'db'>,
  { accountId, orderId }: OrderName,
): Promise<FoundOrder | undefined> {
  const account = await engine.account(accountId);
  const pending = account?.orders.get(orderId);
  if (pending !== undefined) return { order: pending };
  return await findEndedOrder(db.kysely, { accountId, orderId });
}

/** Returns the order in its current state. */
export async function showOrder(deps: OrderDeps, name: OrderName): Promise<Answer<OrderReply>> {
  const found = await findOrder(deps, name);
  const instrument = deps.instruments.get(found?.order.symbol ?? '');
  if (found === undefined || instrument === undefined) return refused({ code: 'not-found' });
  return ok({ order: toWireOrder(found.order, instrument, found.end) });
}
