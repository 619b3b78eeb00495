import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

/** The columns of the customers' tables that this feature reads: who signed up with whose code. */
type SignUpTables = {
  customers: Tables['customers'];
  attribution_codes: Narrow<'attribution_codes', { kind: 'customer' | 'affiliate' }>;
  countries: Tables['countries'];
};

const SOURCE_PAGES_MAX = 100;
const NOBODY = { firstName: '', lastName: '', email: '' } as const;

export type SignUp = {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: string | null;
  readonly sourcePage: string | null;
  readonly createdAtMs: number;
};

export type SignUpPage = {
  readonly affiliateId: number;
  readonly beforeId: number | undefined;
  /** The start of the period, inclusive. */
  readonly fromMs: number | undefined;
  /** The end of the period, exclusive. */
  readonly untilMs: number | undefined;
  readonly limit: number;
};

/**
 * Returns the sign-ups that an affiliate referred, newest first; for closed accounts only the
 * sign-up itself.
 */
export async function listSignUpPage(
  db: Kysely<object>,
  page: SignUpPage,
): Promise<readonly SignUp[]> {
  const { beforeId, fromMs, untilMs } = page;
  const rows = await selectSignUps(db, page.affiliateId)
    .leftJoin('countries', 'countries.id', 'customers.country_id')
    .select(['customers.id', 'first_name', 'last_name', 'email', 'source_page', 'created_at'])
    .select('closed_at')
    .select('countries.name as country')
    .$if(beforeId !== undefined, (all) => all.where('customers.id', '<', beforeId ?? 0))
    .$if(fromMs !== undefined, (all) => all.where('created_at', '>=', new Date(fromMs ?? 0)))
    .$if(untilMs !== undefined, (all) => all.where('created_at', '<', new Date(untilMs ?? 0)))
    .orderBy('customers.id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...(row.closed_at === null
      ? { firstName: row.first_name, lastName: row.last_name, email: row.email }
      : NOBODY),
    country: row.closed_at === null ? row.country : null,
    sourcePage: row.source_page,
    createdAtMs: row.created_at.getTime(),
  }));
}

/** Returns the number of sign-ups per referral code. */
export async function countSignUpsByCode(
  db: Kysely<object>,
  affiliateId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectSignUps(db, affiliateId)
    .select(['attribution_codes.code', sql<number>`count(*)::integer`.as('count')])
    .groupBy('attribution_codes.code')
    .execute();
  return new Map(rows.map(({ code, count }) => [code, count]));
}

/** Returns the pages that brought sign-ups, those with the most first, at most SOURCE_PAGES_MAX. */
export async function countSignUpsByPage(
  db: Kysely<object>,
  affiliateId: number,
): Promise<readonly { readonly sourcePage: string | null; readonly count: number }[]> {
  const rows = await selectSignUps(db, affiliateId)
    .select(['source_page', sql<number>`count(*)::integer`.as('count')])
    .groupBy('source_page')
    .orderBy('count', 'desc')
    .orderBy('source_page')
    .limit(SOURCE_PAGES_MAX)
    .execute();
  return rows.map((row) => ({ sourcePage: row.source_page, count: row.count }));
}

function selectSignUps(db: Kysely<object>, affiliateId: number) {
  return db
    .withTables<SignUpTables>()
    .selectFrom('attribution_codes')
    .innerJoin('customers', 'customers.referred_by', 'attribution_codes.code')
    .where('attribution_codes.owner_id', '=', affiliateId)
    .where('attribution_codes.kind', '=', 'affiliate');
}
