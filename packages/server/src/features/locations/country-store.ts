import type { Country } from '@halyard/contract/accounts';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type CountriesTables = Pick<Tables, 'countries'>;

/** Returns all countries; they change only with migrations. */
export async function listCountries(db: Kysely<object>): Promise<readonly Country[]> {
  return await db
    .withTables<CountriesTables>()
    .selectFrom('countries')
    .select(['id', 'name', 'alpha2'])
    .execute();
}
