import type { ApiScope } from '@halyard/contract/api-keys';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

type KeyTables = {
  api_keys: Narrow<'api_keys', { scopes: ApiScope[]; networks: string[] }>;
  customers: Tables['customers'];
};

export type StoredKey = {
  readonly id: number;
  readonly customerId: number;
  readonly start: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly networks: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUse: { readonly atMs: number; readonly ip: string } | null;
  readonly requests: number;
};

export type NewKey = Omit<StoredKey, 'id' | 'lastUse' | 'requests'> & { readonly hash: string };

/** Locks the customer's keys until the transaction ends. */
export async function holdKeys(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${customerId}`}, 0))`.execute(
    tx,
  );
}

export async function insertKey(tx: Kysely<object>, key: NewKey): Promise<StoredKey> {
  const row = await tables(tx)
    .insertInto('api_keys')
    .values({
      customer_id: key.customerId,
      key_hash: key.hash,
      key_start: key.start,
      name: key.name,
      scopes: [...key.scopes],
      networks: [...key.networks],
      created_at: new Date(key.createdAtMs),
      expires_at: key.expiresAtMs === null ? null : new Date(key.expiresAtMs),
      last_used_at: null,
      last_used_ip: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Returns the keys of a customer, oldest first. */
export async function listKeysOf(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly StoredKey[]> {
  const rows = await tables(db)
    .selectFrom('api_keys')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export type KeyOfCustomer = { readonly key: StoredKey; readonly isBlocked: boolean };

/**
 * Returns the key with this hash, and whether its customer is blocked or has closed the account.
 */
export async function findKey(
  db: Kysely<object>,
  hash: string,
): Promise<KeyOfCustomer | undefined> {
  const row = await tables(db)
    .selectFrom('api_keys')
    .innerJoin('customers', 'customers.id', 'api_keys.customer_id')
    .selectAll('api_keys')
    .select(['customers.house_status', 'customers.closed_at'])
    .where('key_hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isBlocked = row.house_status === 'blocked' || row.closed_at !== null;
  return { key: fromRow(row), isBlocked };
}

/**
 * Returns which of these keys work: neither deleted nor expired, and of a customer who may sign in.
 */
export async function listWorking(
  db: Kysely<object>,
  { keyIds, nowMs }: { readonly keyIds: readonly number[]; readonly nowMs: number },
): Promise<readonly number[]> {
  const rows = await tables(db)
    .selectFrom('api_keys')
    .innerJoin('customers', 'customers.id', 'api_keys.customer_id')
    .select('api_keys.id')
    .where('api_keys.id', 'in', [...keyIds])
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(nowMs))]),
    )
    .where('customers.house_status', '!=', 'blocked')
    .where('customers.closed_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the deleted key, or undefined if the customer has none with this id. */
export async function deleteKey(
  tx: Kysely<object>,
  { customerId, id }: Pick<StoredKey, 'customerId' | 'id'>,
): Promise<StoredKey | undefined> {
  const row = await tables(tx)
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function deleteKeysOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('api_keys').where('customer_id', '=', customerId).execute();
}

function fromRow(row: Selectable<KeyTables['api_keys']>): StoredKey {
  const { last_used_at: usedAt, last_used_ip: ip } = row;
  return {
    id: row.id,
    customerId: row.customer_id,
    start: row.key_start,
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    // Both columns are set or neither is, which the types don't express.
    lastUse: usedAt === null || ip === null ? null : { atMs: usedAt.getTime(), ip },
    requests: row.requests,
  };
}

function tables(db: Kysely<object>): Kysely<KeyTables> {
  return db.withTables<KeyTables>();
}
