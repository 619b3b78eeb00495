import type { AccountKind } from '@halyard/contract/practice/practice';
import type { OperatorWebhookEvent } from '@halyard/contract/v1/webhooks';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type WebhookTables = {
  webhook_endpoints: Narrow<
    'webhook_endpoints',
    { environment: AccountKind; events: OperatorWebhookEvent[] }
  >;
  webhook_deliveries: Narrow<'webhook_deliveries', { type: OperatorWebhookEvent }>;
};

export type EndpointRow = Selectable<WebhookTables['webhook_endpoints']>;
export type DeliveryRow = Selectable<WebhookTables['webhook_deliveries']>;
export type DeliveryStatus = 'pending' | 'delivered' | 'dead';

/**
 * Locks the webhooks of a customer or of the operator until the transaction ends, so that none is
 * created in the meantime.
 */
export async function holdWebhooks(tx: Kysely<object>, owner: number | 'operator'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${owner}`}, 0))`.execute(tx);
}

/** Inserts an endpoint. The secret is encrypted with the id, which the database assigns. */
export async function insertEndpoint(
  tx: Kysely<object>,
  endpoint: Pick<EndpointRow, 'customer_id' | 'environment' | 'url' | 'events' | 'created_at'>,
): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('webhook_endpoints')
    .values({
      ...endpoint,
      sealed_secret: '',
      sealed_previous_secret: null,
      previous_until: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSecrets(
  tx: Kysely<object>,
  id: number,
  secrets: Pick<EndpointRow, 'sealed_secret' | 'sealed_previous_secret' | 'previous_until'>,
): Promise<EndpointRow> {
  return await tables(tx)
    .updateTable('webhook_endpoints')
    .set(secrets)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the endpoints, oldest first. */
export async function listEndpoints(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly EndpointRow[]> {
  return await tables(db)
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

/** Returns the endpoints of one account, or of both without an environment, oldest first. */
export async function listEndpointsOf(
  db: Kysely<object>,
  {
    customerId,
    environment,
  }: { readonly customerId: number; readonly environment: AccountKind | undefined },
): Promise<readonly EndpointRow[]> {
  const all = await listEndpoints(db, customerId);
  return environment === undefined ? all : all.filter((one) => one.environment === environment);
}

export async function findEndpoint(
  db: Kysely<object>,
  {
    id,
    ...owner
  }: {
    readonly customerId: number;
    readonly environment: AccountKind | undefined;
    readonly id: number;
  },
): Promise<EndpointRow | undefined> {
  const all = await listEndpointsOf(db, owner);
  return all.find((one) => one.id === id);
}

/**
 * Returns the endpoints that receive an event of this account, oldest first: the customer's, and
 * those of the operator that are not disabled; without a customer those of the operator only. They are locked against deletion until the
 * transaction ends: a delivery without its endpoint would fail the transaction of its cause. An
 * endpoint that is being deleted is omitted and not waited for, to avoid a deadlock: its deletion
 * waits for the end of the audit log's hash chain, which others lock while they wait for rows that
 * this transaction has locked.
 */
export async function listReceivers(
  tx: Kysely<object>,
  account: { readonly customerId: number | null; readonly environment: AccountKind },
): Promise<readonly EndpointRow[]> {
  return await tables(tx)
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('environment', '=', account.environment)
    .where('disabled_at', 'is', null)
    .where((where) =>
      // A comparison with null is never true.
      where.or([where('customer_id', '=', account.customerId), where('customer_id', 'is', null)]),
    )
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute();
}

export async function getEndpoint(
  db: Kysely<object>,
  id: number,
): Promise<EndpointRow | undefined> {
  return await tables(db)
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function deleteEndpoint(tx: Kysely<object>, id: number): Promise<void> {
  await tables(tx).deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

export async function deleteEndpointsOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('webhook_endpoints').where('customer_id', '=', customerId).execute();
}

export type NewDelivery = {
  readonly endpointId: number;
  /** Whose event it is, in a delivery to the operator; null for a message of a visitor. */
  readonly customerId: number | null;
  readonly eventId: string;
  readonly type: OperatorWebhookEvent;
  readonly body: string;
  readonly at: Date;
  /** The error of a delivery that is not sent, because too many are pending. */
  readonly dead: string | undefined;
};

/** Stores a delivery; does nothing when the endpoint already has the event. */
export async function insertDelivery(tx: Kysely<object>, delivery: NewDelivery): Promise<void> {
  const { endpointId, customerId, eventId, type, body, at, dead } = delivery;
  await tables(tx)
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: endpointId,
      customer_id: customerId,
      event_id: eventId,
      type,
      body,
      created_at: at,
      retried_since: at,
      due_at: at,
      delivered_at: null,
      dead_at: dead === undefined ? null : at,
      last_error: dead ?? null,
      // The database assigns the position at the commit.
      position: null,
      attempted_at: null,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
    .execute();
}

/** Counts an endpoint's pending deliveries, or those of one customer or of none (null), up to a maximum. */
export async function countPending(
  db: Kysely<object>,
  {
    endpointId,
    customerId,
    max,
  }: { readonly endpointId: number; readonly customerId?: number | null; readonly max: number },
): Promise<number> {
  let pending = tables(db)
    .selectFrom('webhook_deliveries')
    .select('endpoint_id')
    .where('endpoint_id', '=', endpointId)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null);
  if (customerId !== undefined)
    pending = pending.where('customer_id', customerId === null ? 'is' : '=', customerId);
  const { count } = await tables(db)
    .selectFrom(pending.limit(max).as('pending'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the first pending delivery of each customer's endpoint, and of the visitors' messages at
 * each endpoint of the operator, if it is due: later ones wait for it. Endpoints of `except` are
 * omitted.
 */
export async function listDue(
  db: Kysely<object>,
  {
    now,
    limit,
    except,
  }: { readonly now: Date; readonly limit: number; readonly except: readonly number[] },
): Promise<readonly DeliveryRow[]> {
  const heads = tables(db)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .distinctOn('endpoint_id')
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('customer_id', 'is', null)
    .where('endpoint_id', '!=', sql<number>`all(${except}::bigint[])`)
    .orderBy('endpoint_id')
    .orderBy('position');
  return await tables(db)
    .selectFrom(heads.as('heads'))
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/**
 * Returns a pending delivery that is due; undefined if it was deleted, has ended or was postponed.
 */
export async function findDue(
  db: Kysely<object>,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<DeliveryRow | undefined> {
  return await tables(db)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('due_at', '<=', now)
    .executeTakeFirst();
}

export async function setAttempted(
  db: Kysely<object>,
  id: number,
  result: Pick<
    DeliveryRow,
    'delivered_at' | 'dead_at' | 'due_at' | 'last_error' | 'attempts' | 'attempted_at'
  >,
): Promise<void> {
  let query = tables(db).updateTable('webhook_deliveries').set(result).where('id', '=', id);
  // A webhook that staff disabled during the attempt has ended its deliveries.
  if (result.delivered_at === null) query = query.where('dead_at', 'is', null);
  await query.execute();
}

/** Returns the deliveries, newest first. */
export async function listDeliveries(
  db: Kysely<object>,
  page: {
    readonly endpointId: number;
    readonly status: DeliveryStatus | undefined;
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<readonly DeliveryRow[]> {
  let query = tables(db)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', page.endpointId);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  if (page.status === 'delivered') query = query.where('delivered_at', 'is not', null);
  if (page.status === 'dead') query = query.where('dead_at', 'is not', null);
  if (page.status === 'pending') {
    query = query.where('delivered_at', 'is', null).where('dead_at', 'is', null);
  }
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

/**
 * Schedules a delivery again; undefined when there is none, or none of the named endpoint.
 * Deliveries of a disabled endpoint are not scheduled. The endpoint is locked before the delivery,
 * in the same order as when it is disabled or deleted.
 */
export async function resend(
  tx: Kysely<object>,
  {
    endpointId,
    id,
    now,
  }: { readonly endpointId?: number; readonly id: number; readonly now: Date },
): Promise<DeliveryRow | 'disabled' | undefined> {
  const delivery = tables(tx).selectFrom('webhook_deliveries').where('id', '=', id);
  const endpoint = await tables(tx)
    .selectFrom('webhook_endpoints')
    .select(['id', 'disabled_at'])
    .where('id', '=', delivery.select('endpoint_id'))
    .forShare()
    .executeTakeFirst();
  if (endpoint === undefined) return undefined;
  if (endpointId !== undefined && endpoint.id !== endpointId) return undefined;
  if (endpoint.disabled_at !== null) return 'disabled';
  return await tables(tx)
    .updateTable('webhook_deliveries')
    .set({ delivered_at: null, dead_at: null, due_at: now, retried_since: now, attempts: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes old ended deliveries, a page at a time; returns whether there may be more. */
export async function purgeDeliveries(
  db: Kysely<object>,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<boolean> {
  const old = tables(db)
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('created_at', '<', before)
    .where((where) =>
      where.or([where('delivered_at', 'is not', null), where('dead_at', 'is not', null)]),
    )
    .limit(limit)
    // Locked rows are skipped, because waiting for them could deadlock: the deletion of an endpoint
    // locks the same rows in another order.
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await tables(db)
    .with('old', () => old)
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (query) => query.selectFrom('old').select('id'))
    .executeTakeFirst();
  return Number(numDeletedRows) === limit;
}

/** Returns the database with the types of this feature's tables. */
export function tables(db: Kysely<object>): Kysely<WebhookTables> {
  return db.withTables<WebhookTables>();
}
