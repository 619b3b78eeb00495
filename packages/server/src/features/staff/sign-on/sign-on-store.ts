import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type SignOnTables = Pick<Tables, 'staff_sign_ons'>;

/**
 * The maximum number of started sign-ins, whose browsers are at the provider. Strangers can start
 * sign-ins, too.
 */
const STARTED_MAX = 10_000;

/** Stores the start of a sign-in, and deletes those that expired and the oldest above the limit. */
export async function insertSignOn(
  db: Kysely<object>,
  started: { readonly secretHash: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { secretHash, now, expiresAt } = started;
  await tables(db)
    .insertInto('staff_sign_ons')
    .values({ secret_hash: secretHash, expires_at: expiresAt })
    .execute();
  await tables(db)
    .deleteFrom('staff_sign_ons')
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where('secret_hash', 'in', (of) =>
          of
            .selectFrom('staff_sign_ons')
            .select('secret_hash')
            .orderBy('expires_at', 'desc')
            .offset(STARTED_MAX),
        ),
      ]),
    )
    .execute();
}

/** Deletes a started sign-in. False if it does not exist, was taken before, or has expired. */
export async function takeSignOn(
  db: Kysely<object>,
  { secretHash, now }: { readonly secretHash: string; readonly now: Date },
): Promise<boolean> {
  const taken = await tables(db)
    .deleteFrom('staff_sign_ons')
    .where('secret_hash', '=', secretHash)
    .returning('expires_at')
    .executeTakeFirst();
  return taken !== undefined && taken.expires_at > now;
}

function tables(db: Kysely<object>): Kysely<SignOnTables> {
  return db.withTables<SignOnTables>();
}
