// The pending entry orders of the database, page by page.
import { points } from '@halyard/core/instrument';
import type { Direction, Points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { EntryOrder, EntryOrderKind, OrderExpiry, OrderId } from '@halyard/core/order';
import { toArrayLiteral } from './commit/array-literal.ts';
import type { EngineReader } from './engine-database.ts';
import type { EngineTime } from './engine-time.ts';
import { readAhead } from './commit/read-ahead.ts';

const PAGE_ROWS = 20_000;

const COLUMNS = `id, account_id, symbol, direction, kind, amount_cents, leverage, points,
    stop_points, stop_distance, target_points, target_distance, trail_distance, expiry,
    timestamp_to_ms(expires_at) as expires_at_ms, oco_id, timestamp_to_ms(placed_at) as placed_at_ms`;
const PAGE = `select ${COLUMNS}
  from entry_orders where outcome is null and id > $1 order by id limit ${PAGE_ROWS}`;
const BY_ID = `select ${COLUMNS}
  from entry_orders where outcome is null and id = any ($1::bigint[]) order by id`;

// The columns of a pending order, as constrained by the table and written by the engine.
type OrderRow = {
  readonly id: number;
  readonly account_id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly kind: EntryOrderKind;
  readonly amount_cents: number;
  readonly leverage: number;
  readonly points: number;
  readonly stop_points: number | null;
  readonly stop_distance: number | null;
  readonly target_points: number | null;
  readonly target_distance: number | null;
  readonly trail_distance: number | null;
  readonly expiry: OrderExpiry;
  readonly expires_at_ms: number;
  readonly oco_id: number | null;
  readonly placed_at_ms: number;
};

/** Calls `visit` with every pending order, by id. */
export async function forEachPendingOrder(
  { db, time }: { readonly db: EngineReader; readonly time: Pick<EngineTime, 'breathe'> },
  visit: (order: EntryOrder) => void,
): Promise<void> {
  const pages = readAhead(
    time,
    async (afterId) => (await db.query(PAGE, [afterId])) as readonly OrderRow[],
    (rows) => (rows.length === PAGE_ROWS ? rows.at(-1)?.id : undefined),
  );
  for await (const rows of pages) {
    for (const row of rows) visit(toOrder(row));
  }
}

/** Returns those of the orders that are pending, by id. */
export async function readPendingOrders(
  db: EngineReader,
  ids: readonly OrderId[],
): Promise<readonly EntryOrder[]> {
  return ((await db.query(BY_ID, [toArrayLiteral(ids)])) as readonly OrderRow[]).map(toOrder);
}

function toOrder(row: OrderRow): EntryOrder {
  return {
    id: row.id,
    accountId: row.account_id,
    symbol: row.symbol,
    direction: row.direction,
    kind: row.kind,
    amountCents: cents(row.amount_cents),
    leverage: row.leverage,
    points: points(row.points),
    stopPoints: toPoints(row.stop_points),
    stopDistance: toPoints(row.stop_distance),
    targetPoints: toPoints(row.target_points),
    targetDistance: toPoints(row.target_distance),
    trailDistance: toPoints(row.trail_distance),
    expiry: row.expiry,
    expiresAtMs: row.expires_at_ms,
    ocoId: row.oco_id,
    placedAtMs: row.placed_at_ms,
  };
}

function toPoints(value: number | null): Points | null {
  return value === null ? null : points(value);
}
