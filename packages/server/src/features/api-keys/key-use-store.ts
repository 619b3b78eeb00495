import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type UseTables = Pick<Tables, 'api_key_uses'>;

/** The maximum number of addresses stored per key; the least recently used are deleted first. */
const ADDRESSES_KEPT_MAX = 50;
/** How many addresses of a key its owner sees. */
const ADDRESSES_SHOWN_MAX = 5;

export type KeyUse = {
  readonly keyId: number;
  readonly ip: string;
  readonly requests: number;
  readonly atMs: number;
};

/**
 * Adds uses to their keys and addresses, in a transaction; drops the uses of keys deleted
 * meanwhile.
 */
export async function writeUses(tx: Kysely<object>, uses: readonly KeyUse[]): Promise<void> {
  const keyIds = uses.map(({ keyId }) => keyId);
  const ips = uses.map(({ ip }) => ip);
  const requests = uses.map((use) => use.requests);
  const times = uses.map(({ atMs }) => new Date(atMs));
  await sql`
    with used as (
      select * from unnest(
        ${keyIds}::bigint[], ${ips}::text[], ${requests}::bigint[], ${times}::timestamptz[]
      ) as used (key_id, ip, requests, at)
    ), sums as (
      select key_id, sum(requests)::bigint as requests, max(at) as at,
        (array_agg(ip order by at desc))[1] as ip
      from used group by key_id
    ), touched as (
      update api_keys set requests = api_keys.requests + sums.requests,
        last_used_at = sums.at, last_used_ip = sums.ip
      from sums where sums.key_id = api_keys.id returning api_keys.id
    )
    insert into api_key_uses (key_id, ip, requests, first_used_at, last_used_at)
    select key_id, ip, requests, at, at from used join touched on touched.id = used.key_id
    on conflict (key_id, ip) do update set
      requests = api_key_uses.requests + excluded.requests,
      last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)
  `.execute(tx);
  await sql`
    delete from api_key_uses using (
      select key_id, ip, row_number() over (partition by key_id order by last_used_at desc) as place
      from api_key_uses where key_id = any (${keyIds}::bigint[])
    ) as ranked
    where ranked.key_id = api_key_uses.key_id and ranked.ip = api_key_uses.ip
      and ranked.place > ${ADDRESSES_KEPT_MAX}
  `.execute(tx);
}

/**
 * Records the address that created a key, so that a use from there is not reported as a new
 * network.
 */
export async function insertCreation(
  tx: Kysely<object>,
  { keyId, ip, atMs }: Omit<KeyUse, 'requests'>,
): Promise<void> {
  const at = new Date(atMs);
  await tx
    .withTables<UseTables>()
    .insertInto('api_key_uses')
    .values({ key_id: keyId, ip, requests: 0, first_used_at: at, last_used_at: at })
    .execute();
}

export type KnownAddress = {
  readonly keyId: number;
  readonly ip: string;
  readonly firstUsedAtMs: number;
};

/** Returns the addresses that these keys are known to be used from. */
export async function listAddresses(
  tx: Kysely<object>,
  keyIds: readonly number[],
): Promise<readonly KnownAddress[]> {
  const rows = await tx
    .withTables<UseTables>()
    .selectFrom('api_key_uses')
    .select(['key_id', 'ip', 'first_used_at'])
    .where('key_id', 'in', [...keyIds])
    .execute();
  return rows.map(({ key_id: keyId, ip, first_used_at }) => {
    return { keyId, ip, firstUsedAtMs: first_used_at.getTime() };
  });
}

/** Returns the latest addresses of each of these keys, the latest first. */
export async function listUses(
  db: Kysely<object>,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly KeyUse[]>> {
  if (keyIds.length === 0) return new Map();
  const rows = await db
    .withTables<UseTables>()
    .selectFrom('api_key_uses')
    .selectAll()
    .where('key_id', 'in', [...keyIds])
    // The address that created a key has no requests until it uses the key.
    .where('requests', '>', 0)
    .orderBy('last_used_at', 'desc')
    .execute();
  const uses = rows.map(({ key_id: keyId, ip, requests, last_used_at }) => {
    return { keyId, ip, requests, atMs: last_used_at.getTime() };
  });
  const byKey = Map.groupBy(uses, ({ keyId }) => keyId);
  return new Map([...byKey].map(([id, all]) => [id, all.slice(0, ADDRESSES_SHOWN_MAX)]));
}
