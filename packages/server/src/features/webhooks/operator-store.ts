// The endpoints of the operator, which belong to no customer, and their deliveries.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tables } from './webhook-store.ts';
import type { DeliveryRow, EndpointRow } from './webhook-store.ts';

/** The error of deliveries that ended because staff disabled their endpoint. */
const DISABLED = 'The webhook was disabled';

export async function countOperatorEndpoints(tx: Kysely<object>): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('webhook_endpoints')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('customer_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findOperatorEndpoint(
  db: Kysely<object>,
  id: number,
): Promise<EndpointRow | undefined> {
  return await tables(db)
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('customer_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the endpoints of the operator. */
export async function listOperatorEndpoints(
  db: Kysely<object>,
): Promise<readonly Pick<EndpointRow, 'id' | 'disabled_at'>[]> {
  return await tables(db)
    .selectFrom('webhook_endpoints')
    .select(['id', 'disabled_at'])
    .where('customer_id', 'is', null)
    .execute();
}

/** Returns the enabled endpoints of the operator that have a delivery due. */
export async function listOperatorEndpointsDue(
  db: Kysely<object>,
  now: Date,
): Promise<readonly number[]> {
  const rows = await tables(db)
    .selectFrom('webhook_endpoints as e')
    .select('e.id')
    .where('e.customer_id', 'is', null)
    .where('e.disabled_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.endpoint_id', '=', 'e.id')
          .where('d.delivered_at', 'is', null)
          .where('d.dead_at', 'is', null)
          .where('d.due_at', '<=', now),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns deliveries of an endpoint that are due, oldest first: of each customer only the first
 * pending one, because later ones wait for it. Those of `except` are omitted. The query steps from
 * customer to customer, so that its cost does not depend on how many deliveries wait behind the
 * first ones.
 */
export async function listDueOf(
  db: Kysely<object>,
  endpointId: number,
  {
    now,
    limit,
    except,
  }: { readonly now: Date; readonly limit: number; readonly except: readonly number[] },
): Promise<readonly DeliveryRow[]> {
  const columns = sql`d.id, d.customer_id, d.position, d.due_at`;
  const lane = sql`from webhook_deliveries d where d.endpoint_id = ${endpointId}
    and d.customer_id is not null and d.delivered_at is null and d.dead_at is null`;
  const first = sql`order by d.customer_id, d.position limit 1`;
  const due = sql<number>`(
    with recursive heads as (
      (select ${columns} ${lane} ${first})
      union all
      select next.* from heads cross join lateral (
        select ${columns} ${lane} and d.customer_id > heads.customer_id ${first}
      ) next
    )
    select id from heads where due_at <= ${now} and id <> all(${except}::bigint[])
    order by position limit ${limit}
  )`;
  return await tables(db)
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .selectAll('d')
    .where('e.disabled_at', 'is', null)
    .where('d.id', 'in', due)
    .orderBy('d.position')
    .execute();
}

/**
 * Makes deliveries due that wait after failed attempts, those that have waited longest first,
 * because the endpoint works again. Each still waits for `pauseMs` per failed attempt, so that a
 * delivery that itself causes the failure is not repeated constantly.
 */
export async function bringForward(
  db: Kysely<object>,
  endpointId: number,
  { now, limit, pauseMs }: { readonly now: Date; readonly limit: number; readonly pauseMs: number },
): Promise<void> {
  const dueAt = sql<Date>`greatest(
    ${now}::timestamptz, attempted_at + attempts * ${pauseMs} * interval '1 millisecond')`;
  const waiting = tables(db)
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('customer_id', 'is not', null)
    .where('attempts', '>', 0)
    .where('due_at', '>', dueAt)
    .orderBy('attempted_at')
    .limit(limit)
    // Concurrent calls bring different deliveries forward and don't wait for one another.
    .forUpdate()
    .skipLocked();
  await tables(db)
    .with('waiting', () => waiting)
    .updateTable('webhook_deliveries')
    .set({ due_at: dueAt })
    .where('id', 'in', (query) => query.selectFrom('waiting').select('id'))
    .execute();
}

/**
 * Makes one waiting delivery due at each endpoint where several customers wait and nothing was
 * attempted since `before`: without it, an endpoint that works again would be noticed only at the
 * next new event or the next attempt, which can be ten hours away. One waiting customer alone may be
 * the problem, and keeps to the schedule.
 */
export async function probeWaiting(
  db: Kysely<object>,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  const lane = sql`from webhook_deliveries d where d.endpoint_id = e.id and d.customer_id is not null
    and d.delivered_at is null and d.dead_at is null and d.attempts > 0`;
  await sql`
    with waiting as (
      select w.id from webhook_endpoints e
      cross join lateral (select d.id ${lane} order by d.attempted_at limit 1) w
      where e.customer_id is null and e.disabled_at is null
        and (select max(d.attempted_at) ${lane}) <= ${before}
        and (select count(*) from (select 1 ${lane} limit 2) two) = 2
    )
    update webhook_deliveries set due_at = ${now}
    where id in (select id from waiting) and due_at > ${now}
  `.execute(db);
}

/**
 * Ends deliveries that were written to a disabled endpoint by transactions that had read it as
 * enabled.
 */
export async function endLate(
  db: Kysely<object>,
  { endpointIds, now }: { readonly endpointIds: readonly number[]; readonly now: Date },
): Promise<void> {
  const late = tables(db)
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select('d.id')
    .where('e.id', 'in', endpointIds)
    // The endpoint may have been enabled since it was listed.
    .where('e.disabled_at', 'is not', null)
    .where('d.delivered_at', 'is', null)
    .where('d.dead_at', 'is', null)
    // Locked rows are skipped, because waiting for them could deadlock: the deletion of an endpoint
    // locks the same rows in another order.
    .forUpdate('d')
    .skipLocked();
  await tables(db)
    .with('late', () => late)
    .updateTable('webhook_deliveries')
    .set({ dead_at: now, last_error: DISABLED })
    .where('id', 'in', (query) => query.selectFrom('late').select('id'))
    .execute();
}

/** Enables an endpoint, or disables it and ends its pending deliveries. */
export async function setDisabled(
  tx: Kysely<object>,
  id: number,
  disabledAt: Date | null,
): Promise<void> {
  await tables(tx)
    .updateTable('webhook_endpoints')
    .set({ disabled_at: disabledAt })
    .where('id', '=', id)
    .execute();
  if (disabledAt === null) return;
  await tables(tx)
    .updateTable('webhook_deliveries')
    .set({ dead_at: disabledAt, last_error: DISABLED })
    .where('endpoint_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute();
}

export type FailingEndpoint = Pick<EndpointRow, 'id' | 'url' | 'environment'> &
  Pick<DeliveryRow, 'last_error'>;

/**
 * Returns the endpoints of the operator with deliveries that failed permanently since the operator
 * was last notified of failures there, each with the last error. Endpoints about which the operator
 * was notified after `since` are omitted. Deliveries that ended because staff disabled the endpoint
 * don't count. Marks the endpoints as notified.
 */
export async function takeFailing(
  tx: Kysely<object>,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<readonly FailingEndpoint[]> {
  const failing = await tables(tx)
    .selectFrom('webhook_endpoints as e')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('webhook_deliveries as d')
          .select('d.last_error')
          .whereRef('d.endpoint_id', '=', 'e.id')
          .where('d.dead_at', '>', sql<Date>`coalesce(e.failures_notified_at, '-infinity')`)
          .where('d.last_error', 'is distinct from', DISABLED)
          .orderBy('d.dead_at', 'desc')
          .limit(1)
          .as('failed'),
      (join) => join.onTrue(),
    )
    .select(['e.id', 'e.url', 'e.environment', 'failed.last_error'])
    .where('e.customer_id', 'is', null)
    .where((where) =>
      where.or([
        where('e.failures_notified_at', 'is', null),
        where('e.failures_notified_at', '<=', since),
      ]),
    )
    .orderBy('e.id')
    .execute();
  if (failing.length === 0) return [];
  const ids = failing.map(({ id }) => id);
  await tables(tx)
    .updateTable('webhook_endpoints')
    .set({ failures_notified_at: now })
    .where('id', 'in', ids)
    .execute();
  return failing;
}
