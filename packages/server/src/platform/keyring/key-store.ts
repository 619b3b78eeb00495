import type { Kysely } from 'kysely';
import type { Database, Tables } from '#platform/db/db.ts';

type Db = Pick<Database, 'query'>;

export type RecordedKey = {
  readonly name: string;
  readonly fingerprint: string;
  readonly recordedAtMs: number;
  readonly isRetired: boolean;
};

/** Returns every key that has a fingerprint, the retired ones too. */
export async function listRecordedKeys(db: Db): Promise<readonly RecordedKey[]> {
  const rows = await db.query(
    `select name, fingerprint, retired_at is not null as is_retired,
        (extract(epoch from recorded_at) * 1000)::bigint as recorded_at_ms
      from secret_fingerprints`,
    [],
  );
  return rows.map((row) => ({
    name: String(row['name']),
    fingerprint: String(row['fingerprint']),
    recordedAtMs: Number(row['recorded_at_ms']),
    isRetired: row['is_retired'] === true,
  }));
}

/** Stores a key's fingerprint unless there is one. Returns the stored fingerprint. */
export async function recordKey(
  db: Db,
  { name, fingerprint, atMs }: NewKey & { readonly atMs: number },
): Promise<string> {
  await db.query(
    `insert into secret_fingerprints (name, fingerprint, recorded_at) values ($1, $2, $3)
      on conflict (name) do nothing`,
    [name, fingerprint, new Date(atMs)],
  );
  const rows = await db.query('select fingerprint from secret_fingerprints where name = $1', [
    name,
  ]);
  return String(rows[0]?.['fingerprint']);
}

type NewKey = { readonly name: string; readonly fingerprint: string };

/** Stores the fingerprints of new versions. */
export async function insertKeys(
  tx: Kysely<object>,
  keys: readonly NewKey[],
  atMs: number,
): Promise<void> {
  const recorded = { recorded_at: new Date(atMs), retired_at: null };
  await tx
    .withTables<Pick<Tables, 'secret_fingerprints'>>()
    .insertInto('secret_fingerprints')
    .values(keys.map((key) => ({ ...key, ...recorded })))
    .execute();
}

export async function markRetired(db: Db, name: string, atMs: number): Promise<void> {
  await db.query('update secret_fingerprints set retired_at = $2 where name = $1', [
    name,
    new Date(atMs),
  ]);
}
