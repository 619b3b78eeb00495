import type { ApiScope } from '@halyard/contract/api-keys';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

type KeyTables = {
  api_keys: Narrow<
    'api_keys',
    { environment: AccountKind; scopes: ApiScope[]; networks: string[] }
  >;
  customers: Tables['customers'];
};

export type StoredKey = {
  readonly id: number;
  readonly customerId: number;
  readonly environment: AccountKind;
  readonly start: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly networks: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUse: { readonly atMs: number; readonly ip: string } | null;
  /** The last rejected use, from an address outside the key's networks. */
  readonly lastRejectedUse: { readonly atMs: number; readonly network: string } | null;
  readonly requests: number;
};

export type NewKey = Omit<StoredKey, 'id' | 'lastUse' | 'lastRejectedUse' | 'requests'> & {
  readonly hash: string;
};

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
      environment: key.environment,
      key_hash: key.hash,
      key_start: key.start,
      name: key.name,
      scopes: [...key.scopes],
      networks: [...key.networks],
      created_at: new Date(key.createdAtMs),
      expires_at: key.expiresAtMs === null ? null : new Date(key.expiresAtMs),
      last_used_at: null,
      last_used_ip: null,
      last_refused_at: null,
      last_refused_network: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Returns the keys of a customer, oldest first; only those of `environment` if it is given. */
export async function listKeysOf(
  db: Kysely<object>,
  customerId: number,
  environment?: AccountKind,
): Promise<readonly StoredKey[]> {
  const rows = await tables(db)
    .selectFrom('api_keys')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((where) => isOf(where, environment))
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Returns those of these keys that still exist. */
export async function listKeys(
  db: Kysely<object>,
  ids: readonly number[],
): Promise<readonly StoredKey[]> {
  const rows = await tables(db)
    .selectFrom('api_keys')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(fromRow);
}

export type KeyOfCustomer = { readonly key: StoredKey; readonly isBlocked: boolean };

/**
 * Returns the keys with these hashes, each with whether its customer is blocked or has closed the
 * account.
 */
export async function findKeys(
  db: Kysely<object>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KeyOfCustomer>> {
  const rows = await tables(db)
    .selectFrom('api_keys')
    .innerJoin('customers', 'customers.id', 'api_keys.customer_id')
    .selectAll('api_keys')
    .select(['customers.house_status', 'customers.closed_at'])
    .where('key_hash', '=', sql<string>`any(${hashes}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => {
      const isBlocked = row.house_status === 'blocked' || row.closed_at !== null;
      return [row.key_hash, { key: fromRow(row), isBlocked }];
    }),
  );
}

/**
 * Returns which of these keys are usable: not deleted, not expired, and of a customer who may sign
 * in.
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

/** Writes the last rejected use of each of these keys, and returns the keys that still exist. */
export async function writeRejectedUses(
  tx: Kysely<object>,
  rejected: readonly {
    readonly keyId: number;
    readonly network: string;
    readonly atMs: number;
  }[],
): Promise<readonly StoredKey[]> {
  const keyIds = rejected.map(({ keyId }) => keyId);
  const networks = rejected.map(({ network }) => network);
  const times = rejected.map(({ atMs }) => new Date(atMs));
  await sql`
    update api_keys set last_refused_at = refused.at, last_refused_network = refused.network
    from unnest(${keyIds}::bigint[], ${networks}::text[], ${times}::timestamptz[])
      as refused (key_id, network, at)
    where api_keys.id = refused.key_id
  `.execute(tx);
  return await listKeys(tx, keyIds);
}

export type KeyToDelete = Pick<StoredKey, 'customerId' | 'id'> & {
  /** Live or practice account; both if absent. */
  readonly environment?: AccountKind | undefined;
};

/** Returns the deleted key, or undefined if the customer has none with this id. */
export async function deleteKey(
  tx: Kysely<object>,
  { customerId, id, environment }: KeyToDelete,
): Promise<StoredKey | undefined> {
  const row = await tables(tx)
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where((where) => isOf(where, environment))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function deleteKeysOf(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('api_keys').where('customer_id', '=', customerId).execute();
}

/**
 * A condition: the key opens the account of this environment; true for every key if it is
 * undefined.
 */
function isOf(
  where: ExpressionBuilder<KeyTables, 'api_keys'>,
  environment: AccountKind | undefined,
): Expression<SqlBool> {
  return environment === undefined ? where.lit(true) : where('environment', '=', environment);
}

function fromRow(row: Selectable<KeyTables['api_keys']>): StoredKey {
  const { last_used_at: usedAt, last_used_ip: ip } = row;
  const { last_refused_at: refusedAt, last_refused_network: network } = row;
  return {
    id: row.id,
    customerId: row.customer_id,
    environment: row.environment,
    start: row.key_start,
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    // Both columns are set or neither is, which the types don't express.
    lastUse: usedAt === null || ip === null ? null : { atMs: usedAt.getTime(), ip },
    lastRejectedUse:
      refusedAt === null || network === null ? null : { atMs: refusedAt.getTime(), network },
    requests: row.requests,
  };
}

function tables(db: Kysely<object>): Kysely<KeyTables> {
  return db.withTables<KeyTables>();
}
