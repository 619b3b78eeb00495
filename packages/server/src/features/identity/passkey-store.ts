import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type PasskeysTables = Pick<Tables, 'passkeys'>;

export type StoredPasskey = {
  readonly id: number;
  readonly customerId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
};

export type NewPasskey = Omit<StoredPasskey, 'id'> & {
  readonly name: string;
  readonly atMs: number;
};

/** Stores a passkey; undefined if the credential is already known, for anyone. */
export async function insertPasskey(
  db: Kysely<object>,
  passkey: NewPasskey,
): Promise<number | undefined> {
  const inserted = await tables(db)
    .insertInto('passkeys')
    .values({
      customer_id: passkey.customerId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      name: passkey.name,
      created_at: new Date(passkey.atMs),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findPasskey(
  db: Kysely<object>,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const row = await tables(db)
    .selectFrom('passkeys')
    .select(['id', 'customer_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    customerId: row.customer_id,
    credentialId: row.credential_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
  };
}

export type ListedPasskey = {
  readonly id: number;
  readonly credentialId: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
};

/** Returns a customer's passkeys, oldest first; a customer has few. */
export async function listPasskeysOf(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly ListedPasskey[]> {
  const rows = await tables(db)
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  }));
}

/**
 * Records a passkey's use. False if it is gone, or if another use has already reported the count:
 * then one of the two is a copy. An authenticator that does not count reports 0.
 */
export async function markPasskeyUsed(
  db: Kysely<object>,
  { id, counter: previous }: StoredPasskey,
  use: { readonly counter: number; readonly atMs: number },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: new Date(use.atMs) })
    .where('id', '=', id)
    .where('counter', '=', previous)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns whether a passkey still exists, locked until the end of the caller's transaction. */
export async function holdPasskey(db: Kysely<object>, passkeyId: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', passkeyId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a passkey; false if the customer has no such one. */
export async function deletePasskey(
  db: Kysely<object>,
  customerId: number,
  passkeyId: number,
): Promise<boolean> {
  const deleted = await tables(db)
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes a customer's passkeys; returns how many there were. */
export async function deletePasskeysOf(db: Kysely<object>, customerId: number): Promise<number> {
  const deleted = await tables(db)
    .deleteFrom('passkeys')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

function tables(db: Kysely<object>): Kysely<PasskeysTables> {
  return db.withTables<PasskeysTables>();
}
