import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type ChargedNightsTables = Pick<Tables, 'charged_nights'>;

const ONLY_ID = 1;

/** Returns the last charged day; undefined before the first start. */
export async function findChargedDay(db: Kysely<object>): Promise<string | undefined> {
  const row = await db
    .withTables<ChargedNightsTables>()
    .selectFrom('charged_nights')
    .select('last_day')
    .where('id', '=', ONLY_ID)
    .executeTakeFirst();
  return row?.last_day;
}

/** Stores the last charged day; never sets an earlier one than the stored one. */
export async function setChargedDay(db: Kysely<object>, day: string): Promise<void> {
  await db
    .withTables<ChargedNightsTables>()
    .insertInto('charged_nights')
    .values({ id: ONLY_ID, last_day: day })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ last_day: day })
        .where('charged_nights.last_day', '<', day),
    )
    .execute();
}
