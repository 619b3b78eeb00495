// Passkeys of customers and of staff: two tables with the same columns but for the owner's.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type PasskeyTables = Pick<Tables, 'passkeys' | 'staff_passkeys'>;

const TABLES = {
  customer: { table: 'passkeys', ownerColumn: 'customer_id' },
  staff: { table: 'staff_passkeys', ownerColumn: 'staff_id' },
} as const;

export type PasskeyOwner = { readonly kind: keyof typeof TABLES; readonly id: number };

export type StoredPasskey = {
  readonly id: number;
  readonly owner: PasskeyOwner;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
};

export type NewPasskey = Omit<StoredPasskey, 'id'> & {
  readonly name: string;
  readonly atMs: number;
};

/** Stores a passkey; undefined if the credential is already known, for anyone of its kind. */
export async function insertPasskey(
  db: Kysely<object>,
  { owner, credentialId, publicKey, counter, name, atMs }: NewPasskey,
): Promise<number | undefined> {
  const { table, ownerColumn } = TABLES[owner.kind];
  const inserted = await tables(db)
    .insertInto(table)
    .values({
      [ownerColumn]: owner.id,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter,
      name,
      created_at: new Date(atMs),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findPasskey(
  db: Kysely<object>,
  kind: PasskeyOwner['kind'],
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const { table, ownerColumn } = TABLES[kind];
  const row = await tables(db)
    .selectFrom(table)
    .select(['id', `${ownerColumn} as owner_id`, 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    owner: { kind, id: row.owner_id },
    credentialId,
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
  };
}

export type ListedPasskey = {
  readonly id: number;
  readonly credentialId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Returns someone's passkeys, oldest first; nobody has many. */
export async function listPasskeysOf(
  db: Kysely<object>,
  owner: PasskeyOwner,
): Promise<readonly ListedPasskey[]> {
  const { table, ownerColumn } = TABLES[owner.kind];
  const rows = await tables(db)
    .selectFrom(table)
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where(ownerColumn, '=', owner.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Records a passkey's use. False if it is gone, or if another use has already reported the count:
 * then one of the two is a copy. An authenticator that does not count reports 0.
 */
export async function markPasskeyUsed(
  db: Kysely<object>,
  { id, owner, counter: previous }: StoredPasskey,
  use: { readonly counter: number; readonly atMs: number },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable(TABLES[owner.kind].table)
    .set({ counter: use.counter, last_used_at: new Date(use.atMs) })
    .where('id', '=', id)
    .where('counter', '=', previous)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns whether a passkey still exists, locked until the end of the caller's transaction. */
export async function holdPasskey(
  db: Kysely<object>,
  { id, owner }: Pick<StoredPasskey, 'id' | 'owner'>,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom(TABLES[owner.kind].table)
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a passkey; false if the owner has no such one. */
export async function deletePasskey(
  db: Kysely<object>,
  owner: PasskeyOwner,
  id: number,
): Promise<boolean> {
  const { table, ownerColumn } = TABLES[owner.kind];
  const deleted = await tables(db)
    .deleteFrom(table)
    .where('id', '=', id)
    .where(ownerColumn, '=', owner.id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes someone's passkeys; returns how many there were. */
export async function deletePasskeysOf(db: Kysely<object>, owner: PasskeyOwner): Promise<number> {
  const { table, ownerColumn } = TABLES[owner.kind];
  const deleted = await tables(db)
    .deleteFrom(table)
    .where(ownerColumn, '=', owner.id)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

function tables(db: Kysely<object>): Kysely<PasskeyTables> {
  return db.withTables<PasskeyTables>();
}
