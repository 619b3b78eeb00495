import { PUSH_TOPICS } from '@halyard/contract/web-push/web-push';
import type { PushTopic } from '@halyard/contract/web-push/web-push';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import { deleteMessagesOfOthers } from './message-store.ts';

type PushTables = Pick<Tables, 'push_keys' | 'push_devices' | 'push_topics_off'>;
export type DeviceRow = Selectable<PushTables['push_devices']>;

/**
 * The reasons for the end of a session after which its browser receives nothing any more. A session
 * that ends by its time limit keeps receiving notifications, because these are for when no page is
 * open.
 */
const ENDED_BY_PERSON = sql`('signed-out', 'revoked', 'blocked', 'closed')`;

/** Returns the stored key pair, which is the given one if there was none. */
export async function keepKeys(
  db: Kysely<object>,
  created: Pick<Selectable<PushTables['push_keys']>, 'public_key' | 'sealed_private_key'>,
  at: Date,
): Promise<Selectable<PushTables['push_keys']>> {
  await tables(db)
    .insertInto('push_keys')
    .values({ id: 1, ...created, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tables(db).selectFrom('push_keys').selectAll().executeTakeFirstOrThrow();
}

export async function findKeys(
  db: Kysely<object>,
): Promise<Selectable<PushTables['push_keys']> | undefined> {
  return await tables(db).selectFrom('push_keys').selectAll().executeTakeFirst();
}

/** Locks the customer's devices until the transaction ends, so that none is added meanwhile. */
export async function holdDevices(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${customerId}`}, 0))`.execute(tx);
}

/**
 * Locks the customer's devices against other changes of their messages until the transaction ends;
 * returns their ids, oldest first.
 */
export async function holdDeviceRows(
  tx: Kysely<object>,
  customerId: number,
): Promise<readonly number[]> {
  const rows = await tables(tx)
    .selectFrom('push_devices')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the customer's devices, oldest first. */
export async function listDevices(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly DeviceRow[]> {
  return await tables(db)
    .selectFrom('push_devices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

export type NewDevice = Pick<
  DeviceRow,
  'customer_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth' | 'name' | 'created_at' | 'kept_at'
>;

/**
 * Stores a device. If the browser's subscription belonged to another customer, it now belongs to
 * this one.
 */
export async function putDevice(tx: Kysely<object>, device: NewDevice): Promise<number> {
  const { customer_id, session_id, p256dh, auth, name, created_at, kept_at } = device;
  const change = { customer_id, session_id, p256dh, auth, name, created_at, kept_at };
  const { id } = await tables(tx)
    .insertInto('push_devices')
    .values({ ...device, delivered_at: null })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ ...change, delivered_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteMessagesOfOthers(tx, { deviceId: id, customerId: customer_id });
  return id;
}

/** Assigns a customer's device to a session; undefined if the customer has no such device. */
export async function keepDevice(
  db: Kysely<object>,
  kept: Pick<DeviceRow, 'customer_id' | 'session_id' | 'endpoint' | 'kept_at'>,
): Promise<number | undefined> {
  const row = await tables(db)
    .updateTable('push_devices')
    .set({ session_id: kept.session_id, kept_at: kept.kept_at })
    .where('endpoint', '=', kept.endpoint)
    .where('customer_id', '=', kept.customer_id)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns a device, unless a person has ended its session. */
export async function findDevice(db: Kysely<object>, id: number): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    select d.* from push_devices d
    where d.id = ${id} and not exists (
      select from sessions s where s.id = d.session_id and s.end_reason in ${ENDED_BY_PERSON}
    )`.execute(db);
  return rows[0];
}

export async function setDelivered(db: Kysely<object>, id: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('push_devices')
    .set({ delivered_at: at })
    .where('id', '=', id)
    .execute();
}

/** Deletes a device, of the named customer if there is one; returns whether there was one. */
export async function deleteDevice(
  db: Kysely<object>,
  { id, customerId }: { readonly id: number; readonly customerId?: number },
): Promise<boolean> {
  let query = tables(db).deleteFrom('push_devices').where('id', '=', id);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}

/** Deletes the devices of a session that a person has ended. */
export async function deleteDevicesOfSession(db: Kysely<object>, sessionId: string): Promise<void> {
  await sql`
    delete from push_devices d using sessions s
    where d.session_id = ${sessionId} and s.id = d.session_id
      and s.end_reason in ${ENDED_BY_PERSON}`.execute(db);
}

/** Deletes devices whose session a person has ended, or that no session used for long. */
export async function deleteEndedDevices(
  db: Kysely<object>,
  { keptBefore, limit }: { readonly keptBefore: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from push_devices where id in (
      select d.id from push_devices d left join sessions s on s.id = d.session_id
      where d.kept_at < ${keptBefore} or s.end_reason in ${ENDED_BY_PERSON}
      limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

export async function deleteDevicesOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('push_devices').where('customer_id', '=', customerId).execute();
}

export async function deleteTopicsOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('push_topics_off').where('customer_id', '=', customerId).execute();
}

/** Returns the topics that the customer has not switched off. */
export async function listTopicsOn(
  db: Kysely<object>,
  customerId: number,
): Promise<ReadonlySet<PushTopic>> {
  const rows = await tables(db)
    .selectFrom('push_topics_off')
    .select('topic')
    .where('customer_id', '=', customerId)
    .execute();
  const off = new Set(rows.map((row) => row.topic));
  return new Set(PUSH_TOPICS.filter((topic) => !off.has(topic)));
}

export async function switchTopic(
  db: Kysely<object>,
  { customerId, topic, isOn }: { customerId: number; topic: PushTopic; isOn: boolean },
): Promise<void> {
  if (isOn) {
    await tables(db)
      .deleteFrom('push_topics_off')
      .where('customer_id', '=', customerId)
      .where('topic', '=', topic)
      .execute();
    return;
  }
  await tables(db)
    .insertInto('push_topics_off')
    .values({ customer_id: customerId, topic })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function tables(db: Kysely<object>): Kysely<PushTables> {
  return db.withTables<PushTables>();
}
