import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type ChallengeTables = Pick<Tables, 'staff_passkey_challenges'>;

/** The maximum number of open challenges. Strangers can request challenges, too. */
const OPEN_MAX = 10_000;

export type NewChallenge = {
  readonly hash: string;
  /** The member who adds a passkey; null for a challenge that anyone can request. */
  readonly staffId: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
};

/** Stores a challenge, and deletes those that expired and the oldest above the limit. */
export async function insertChallenge(
  db: Kysely<object>,
  { hash, staffId, now, expiresAt }: NewChallenge,
): Promise<void> {
  await tables(db)
    .insertInto('staff_passkey_challenges')
    .values({ challenge_hash: hash, staff_id: staffId, expires_at: expiresAt })
    .execute();
  await tables(db)
    .deleteFrom('staff_passkey_challenges')
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where('challenge_hash', 'in', (of) =>
          of
            .selectFrom('staff_passkey_challenges')
            .select('challenge_hash')
            .orderBy('expires_at', 'desc')
            .offset(OPEN_MAX),
        ),
      ]),
    )
    .execute();
}

/** Deletes a challenge. False if it does not exist, was answered before, or has expired. */
export async function takeChallenge(
  db: Kysely<object>,
  { hash, staffId, now }: Omit<NewChallenge, 'expiresAt'>,
): Promise<boolean> {
  const taken = await tables(db)
    .deleteFrom('staff_passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('staff_id', 'is not distinct from', staffId)
    .returning('expires_at')
    .executeTakeFirst();
  return taken !== undefined && taken.expires_at > now;
}

function tables(db: Kysely<object>): Kysely<ChallengeTables> {
  return db.withTables<ChallengeTables>();
}
