// The customers' passwords, and whether their email is confirmed.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import type { Credentials } from './customer.ts';

type CredentialTables = Pick<Tables, 'customers'>;

export async function isEmailTaken(db: Kysely<object>, email: string): Promise<boolean> {
  return (await findCredentials(db, email)) !== undefined;
}

export async function findCredentials(
  db: Kysely<object>,
  email: string,
): Promise<Credentials | undefined> {
  const row = await tables(db)
    .selectFrom('customers')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row === undefined ? undefined : { customerId: row.id, passwordHash: row.password_hash };
}

/** Replaces the hash that was read; false if another one replaced it meanwhile. */
export async function updatePasswordHash(
  db: Kysely<object>,
  customerId: number,
  hash: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ password_hash: hash.to })
    .where('id', '=', customerId)
    .where('password_hash', '=', hash.from)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Replaces the password hash, whatever it was before. */
export async function replacePasswordHash(
  db: Kysely<object>,
  customerId: number,
  passwordHash: string,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set({ password_hash: passwordHash })
    .where('id', '=', customerId)
    .execute();
}

/** Returns whether it is unchanged; locked until the end of the caller's transaction. */
export async function holdPasswordHash(
  db: Kysely<object>,
  { customerId, passwordHash }: Credentials,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('customers')
    .select('password_hash')
    .where('id', '=', customerId)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash === passwordHash;
}

/**
 * Serialises changes of a customer's credentials until the end of the caller's transaction. Lock it
 * before the customer's codes and sessions, to avoid deadlocks.
 */
export async function lockCustomer(
  tx: Kysely<object>,
  customerId: number,
): Promise<{ readonly email: string } | undefined> {
  return await tables(tx)
    .selectFrom('customers')
    .select('email')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function clearEmailConfirmed(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set({ email_confirmed_at: null })
    .where('id', '=', customerId)
    .execute();
}

/** Marks an email as confirmed; false if it already was. */
export async function markEmailConfirmed(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ email_confirmed_at: new Date(atMs) })
    .where('id', '=', customerId)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

function tables(db: Kysely<object>): Kysely<CredentialTables> {
  return db.withTables<CredentialTables>();
}
