import type { Direction, Points } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { EntryOrderKind, OrderExpiry, OrderOutcome } from '@halyard/core/order';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { FoundOrder } from './found-order.ts';

/** The displayed columns of an order in the engine's table, which only the engine writes. */
type OrdersTables = {
  entry_orders: Narrow<
    'entry_orders',
    {
      direction: Direction;
      kind: EntryOrderKind;
      amount_cents: Cents;
      points: Points;
      stop_points: Points;
      stop_distance: Points;
      target_points: Points;
      target_distance: Points;
      trail_distance: Points;
      expiry: OrderExpiry;
      outcome: OrderOutcome;
    }
  >;
};

export type EndedOrder = Required<FoundOrder>;

export async function findEndedOrder(
  db: Kysely<object>,
  { accountId, orderId }: { readonly accountId: number; readonly orderId: number },
): Promise<EndedOrder | undefined> {
  const row = await db
    .withTables<OrdersTables>()
    .selectFrom('entry_orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Returns ended orders, newest first. */
export async function listEndedOrders(
  db: Kysely<object>,
  page: {
    readonly accountId: number;
    readonly beforeId: number | undefined;
    readonly limit: number;
  },
): Promise<readonly EndedOrder[]> {
  const newestFirst = db
    .withTables<OrdersTables>()
    .selectFrom('entry_orders')
    .selectAll()
    .where('account_id', '=', page.accountId)
    .where('outcome', 'is not', null)
    .orderBy('id', 'desc')
    .limit(page.limit);
  const { beforeId } = page;
  const rows = await (
    beforeId === undefined ? newestFirst : newestFirst.where('id', '<', beforeId)
  ).execute();
  return rows.flatMap((row) => fromRow(row) ?? []);
}

function fromRow(row: Selectable<OrdersTables['entry_orders']>): EndedOrder | undefined {
  const { outcome, ended_at: endedAt, reason, position_id: positionId } = row;
  if (outcome === null || endedAt === null) return undefined;
  return {
    order: {
      id: row.id,
      accountId: row.account_id,
      symbol: row.symbol,
      direction: row.direction,
      kind: row.kind,
      amountCents: row.amount_cents,
      leverage: row.leverage,
      points: row.points,
      stopPoints: row.stop_points,
      stopDistance: row.stop_distance,
      targetPoints: row.target_points,
      targetDistance: row.target_distance,
      trailDistance: row.trail_distance,
      expiry: row.expiry,
      expiresAtMs: row.expires_at.getTime(),
      ocoId: row.oco_id,
      placedAtMs: row.placed_at.getTime(),
    },
    end: { outcome, atMs: endedAt.getTime(), reason, positionId },
  };
}
