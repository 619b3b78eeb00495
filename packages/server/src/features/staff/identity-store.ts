// The links between members of staff and their identities at the single sign-on provider.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type IdentityTables = Pick<Tables, 'staff_identities'>;

/** A person's identity at a provider. */
export type Identity = { readonly issuer: string; readonly subject: string };

export async function findLinkedStaff(
  db: Kysely<object>,
  { issuer, subject }: Identity,
): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('staff_identities')
    .select('staff_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.staff_id;
}

/** Links a member who is not linked at this provider. */
export async function insertIdentity(
  tx: Kysely<object>,
  { issuer, subject, staffId, at }: Identity & { readonly staffId: number; readonly at: Date },
): Promise<void> {
  await tables(tx)
    .insertInto('staff_identities')
    .values({ issuer, subject, staff_id: staffId, linked_at: at })
    .execute();
}

/** Unlinks a member; the next single sign-on links by email again. */
export async function deleteIdentities(tx: Kysely<object>, staffId: number): Promise<void> {
  await tables(tx).deleteFrom('staff_identities').where('staff_id', '=', staffId).execute();
}

function tables(db: Kysely<object>): Kysely<IdentityTables> {
  return db.withTables<IdentityTables>();
}
