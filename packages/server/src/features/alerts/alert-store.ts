import { PRICE_ALERTS_MAX } from '@halyard/contract/price-alerts';
import type { Direction, Points } from '@halyard/core/instrument';
import type { MarkSense } from '@halyard/core/trigger';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { ReachedAlert } from './alert-watch.ts';

type AlertTables = {
  price_alerts: Narrow<
    'price_alerts',
    { side: Direction; sense: MarkSense; points: Points; fired_points: Points }
  >;
};

/**
 * How many reached alerts are stored: more than are shown, so that the alerts set within a day can
 * be counted.
 */
const FIRED_KEPT_MAX = 200;

export type NewAlert = {
  readonly customerId: number;
  readonly symbol: string;
  readonly side: Direction;
  readonly sense: MarkSense;
  /** The alert's price as set, or after it was reached, the price that reached it. */
  readonly points: Points;
  /** The number of splits of the symbol before the alert was set; later splits adjust the rate. */
  readonly splitsBefore: number;
};

export type StoredAlert = NewAlert & {
  readonly id: number;
  readonly createdAtMs: number;
  /** When and by which price the alert was reached; absent while it is pending. */
  readonly fired: { readonly atMs: number; readonly points: Points } | undefined;
};

/** Locks the customer's alerts until the transaction ends. */
export async function holdAlerts(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${customerId}`}, 0))`.execute(
    tx,
  );
}

export async function insertAlert(
  tx: Kysely<object>,
  alert: NewAlert & { readonly atMs: number },
): Promise<StoredAlert> {
  const row = await tables(tx)
    .insertInto('price_alerts')
    .values({
      customer_id: alert.customerId,
      symbol: alert.symbol,
      side: alert.side,
      sense: alert.sense,
      points: alert.points,
      splits_before: alert.splitsBefore,
      created_at: new Date(alert.atMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Returns a customer's pending alerts on one side of a symbol. */
export async function listWaitingFor(
  tx: Kysely<object>,
  { customerId, symbol, side }: Pick<NewAlert, 'customerId' | 'symbol' | 'side'>,
): Promise<readonly StoredAlert[]> {
  const rows = await tables(tx)
    .selectFrom('price_alerts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('symbol', '=', symbol)
    .where('side', '=', side)
    .where('fired_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Returns a pending alert; undefined after it was reached or deleted. */
export async function findWaiting(
  tx: Kysely<object>,
  id: number,
): Promise<StoredAlert | undefined> {
  const row = await tables(tx)
    .selectFrom('price_alerts')
    .selectAll()
    .where('id', '=', id)
    .where('fired_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export type AlertCounts = { readonly waiting: number; readonly setSince: number };

/** Returns the number of pending alerts and of those set after a moment. */
export async function countAlerts(
  tx: Kysely<object>,
  customerId: number,
  sinceMs: number,
): Promise<AlertCounts> {
  const { waiting, set_since } = await tables(tx)
    .selectFrom('price_alerts')
    .select([
      sql<number>`count(*) filter (where fired_at is null)`.as('waiting'),
      sql<number>`count(*) filter (where created_at > ${new Date(sinceMs)})`.as('set_since'),
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return { waiting, setSince: set_since };
}

/** Returns a customer's pending alerts, then the latest reached ones; each newest first. */
export async function listAlertsOf(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly StoredAlert[]> {
  const ofCustomer = tables(db)
    .selectFrom('price_alerts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .limit(PRICE_ALERTS_MAX);
  const waiting = await ofCustomer.where('fired_at', 'is', null).orderBy('id', 'desc').execute();
  const fired = await ofCustomer
    .where('fired_at', 'is not', null)
    .orderBy('fired_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return [...waiting, ...fired].map(fromRow);
}

/** Returns the deleted alert if it was the customer's. */
export async function deleteAlert(
  db: Kysely<object>,
  { customerId, id }: { readonly customerId: number; readonly id: number },
): Promise<StoredAlert | undefined> {
  const row = await tables(db)
    .deleteFrom('price_alerts')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function deleteAlertsOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('price_alerts').where('customer_id', '=', customerId).execute();
}

/** Returns all pending alerts by id. */
export async function listWaiting(
  db: Kysely<object>,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly StoredAlert[]> {
  const rows = await tables(db)
    .selectFrom('price_alerts')
    .selectAll()
    .where('fired_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/**
 * Marks an alert as reached. Undefined if it was deleted, already handled by another program, or
 * compared with a rate from before a split although the quote is from after it.
 */
export async function noteFired(
  tx: Kysely<object>,
  { id, atMs, markPoints, splits, points }: ReachedAlert,
): Promise<StoredAlert | undefined> {
  const firedAt = new Date(atMs);
  const splitsUntil = sql<number>`(
    select count(*) from symbol_splits s
    where s.symbol = price_alerts.symbol and s.split_at < ${firedAt}
  )`;
  const row = await tables(tx)
    .updateTable('price_alerts')
    .set({ points: markPoints, fired_at: firedAt, fired_points: points })
    .where('id', '=', id)
    .where('fired_at', 'is', null)
    .where(splitsUntil, '<=', splits)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Deletes the oldest reached alerts of a customer. */
export async function pruneFired(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`
    delete from price_alerts where id in (
      select id from price_alerts where customer_id = ${customerId} and fired_at is not null
      order by fired_at desc, id desc offset ${FIRED_KEPT_MAX}
    )`.execute(tx);
}

function fromRow(row: {
  readonly id: number;
  readonly customer_id: number;
  readonly symbol: string;
  readonly side: Direction;
  readonly sense: MarkSense;
  readonly points: Points;
  readonly splits_before: number;
  readonly created_at: Date;
  readonly fired_at: Date | null;
  readonly fired_points: Points | null;
}): StoredAlert {
  const { fired_at, fired_points } = row;
  return {
    id: row.id,
    customerId: row.customer_id,
    symbol: row.symbol,
    side: row.side,
    sense: row.sense,
    points: row.points,
    splitsBefore: row.splits_before,
    createdAtMs: row.created_at.getTime(),
    // Both columns are set or neither is, which the types don't express.
    fired:
      fired_at === null || fired_points === null
        ? undefined
        : { atMs: fired_at.getTime(), points: fired_points },
  };
}

function tables(db: Kysely<object>): Kysely<AlertTables> {
  return db.withTables<AlertTables>();
}
