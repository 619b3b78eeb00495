import type { Country } from '@halyard/contract/accounts';
import type { Kysely } from 'kysely';

type CountriesTables = { countries: { id: number; alpha2: string; name: string } };

/** All countries; they change with migrations only. */
export async function listCountries(db: Kysely<object>): Promise<readonly Country[]> {
  return await db
    .withTables<CountriesTables>()
    .selectFrom('countries')
    .select(['id', 'name', 'alpha2'])
    .execute();
}
