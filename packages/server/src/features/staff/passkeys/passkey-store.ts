import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type PasskeyTables = Pick<Tables, 'staff_passkeys'>;

export type StaffPasskey = {
  readonly id: number;
  readonly staffId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
};

export type NewPasskey = Omit<StaffPasskey, 'id'> & { readonly name: string; readonly at: Date };

/** Stores a passkey; undefined if the credential is already known, for anyone. */
export async function insertPasskey(
  tx: Kysely<object>,
  passkey: NewPasskey,
): Promise<number | undefined> {
  const inserted = await tables(tx)
    .insertInto('staff_passkeys')
    .values({
      staff_id: passkey.staffId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.at,
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
): Promise<StaffPasskey | undefined> {
  const row = await tables(db)
    .selectFrom('staff_passkeys')
    .select(['id', 'staff_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    staffId: row.staff_id,
    credentialId: row.credential_id,
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

/** Returns a member's passkeys, oldest first; a member has few. */
export async function listPasskeysOf(
  db: Kysely<object>,
  staffId: number,
): Promise<readonly ListedPasskey[]> {
  const rows = await tables(db)
    .selectFrom('staff_passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
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
  { id, counter: previous }: StaffPasskey,
  use: { readonly counter: number; readonly at: Date },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('staff_passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', id)
    .where('counter', '=', previous)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns whether a passkey still exists, locked until the end of the caller's transaction. */
export async function holdPasskey(tx: Kysely<object>, id: number): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('staff_passkeys')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a passkey; false if the member has no such one. */
export async function deletePasskey(
  tx: Kysely<object>,
  { staffId, id }: { readonly staffId: number; readonly id: number },
): Promise<boolean> {
  const deleted = await tables(tx)
    .deleteFrom('staff_passkeys')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deletePasskeysOf(tx: Kysely<object>, staffId: number): Promise<void> {
  await tables(tx).deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute();
}

function tables(db: Kysely<object>): Kysely<PasskeyTables> {
  return db.withTables<PasskeyTables>();
}
