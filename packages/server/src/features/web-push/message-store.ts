import type { PushTopic } from '@halyard/contract/web-push/web-push';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type MessageTables = {
  push_messages: Narrow<'push_messages', { topic: PushTopic; facts: Record<string, unknown> }>;
};
export type MessageRow = Selectable<MessageTables['push_messages']>;
export type NewMessage = Omit<MessageRow, 'id' | 'attempts' | 'due_at' | 'facts'> & {
  readonly facts: object;
};

/**
 * Stores a message, which replaces an earlier one with the same tag. It is due no earlier than the
 * messages that already wait for the device; the oldest beyond `pendingMax` are dropped. The caller
 * holds the device's row.
 */
export async function insertMessage(
  tx: Kysely<object>,
  message: NewMessage,
  { pendingMax }: { readonly pendingMax: number },
): Promise<void> {
  const { device_id, customer_id, kind, facts, topic, tag, created_at, expires_at } = message;
  await sql`
    with earlier as (
      select max(due_at) as due_at, max(attempts) as attempts from push_messages
      where device_id = ${device_id} and expires_at > ${created_at}
    ), replaced as (
      delete from push_messages where device_id = ${device_id} and tag = ${tag}
    )
    insert into push_messages (
      device_id, customer_id, kind, facts, topic, tag, created_at, expires_at, due_at, attempts)
    select ${device_id}, ${customer_id}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${topic}, ${tag},
      ${created_at}, ${expires_at}, coalesce(due_at, ${created_at}), coalesce(attempts, 0)
    from earlier`.execute(tx);
  await sql`
    delete from push_messages where id in (
      select id from push_messages where device_id = ${device_id}
      order by id desc offset ${pendingMax}
    )`.execute(tx);
}

/** Returns the first due message of each device, for devices that are not in `except`. */
export async function listDueMessages(
  db: Kysely<object>,
  due: { readonly now: Date; readonly limit: number; readonly except: readonly number[] },
): Promise<readonly MessageRow[]> {
  const { now, limit, except } = due;
  const { rows } = await sql<MessageRow>`
    select distinct on (device_id) * from (
      select * from push_messages
      where due_at <= ${now} and expires_at > ${now} and device_id <> all(${except}::bigint[])
      order by due_at, id limit ${limit}
    ) first order by device_id, id`.execute(db);
  return rows;
}

export async function deleteMessage(db: Kysely<object>, id: number): Promise<void> {
  await tables(db).deleteFrom('push_messages').where('id', '=', id).execute();
}

/** Deletes the messages of a device that its new owner must not see. */
export async function deleteMessagesOfOthers(
  tx: Kysely<object>,
  { deviceId, customerId }: { readonly deviceId: number; readonly customerId: number },
): Promise<void> {
  await tables(tx)
    .deleteFrom('push_messages')
    .where('device_id', '=', deviceId)
    .where('customer_id', '!=', customerId)
    .execute();
}

/** Lets all messages of a device wait for its next attempt. */
export async function postponeMessages(
  db: Kysely<object>,
  postponed: { readonly deviceId: number; readonly attempts: number; readonly dueAt: Date },
): Promise<void> {
  const { deviceId, attempts, dueAt } = postponed;
  await db.transaction().execute(async (tx) => {
    await holdDevice(tx, deviceId);
    await tables(tx)
      .updateTable('push_messages')
      .set({ attempts, due_at: dueAt })
      .where('device_id', '=', deviceId)
      .execute();
  });
}

/** Deletes messages that are too old, a page at a time; returns how many. */
export async function deleteExpiredMessages(
  db: Kysely<object>,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from push_messages where id in (
      select id from push_messages where expires_at <= ${now} limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** Deletes the oldest messages beyond `keptMax`, a page at a time; returns how many. */
export async function deleteOverflow(
  db: Kysely<object>,
  { keptMax, limit }: { readonly keptMax: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from push_messages where id in (
      select id from push_messages
      where id <= (select id from push_messages order by id desc offset ${keptMax} limit 1)
      order by id limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** Locks a device, so that only one changes the messages of a device at a time. */
async function holdDevice(tx: Kysely<object>, id: number): Promise<void> {
  await sql`select from push_devices where id = ${id} for no key update`.execute(tx);
}

function tables(db: Kysely<object>): Kysely<MessageTables> {
  return db.withTables<MessageTables>();
}
