import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

export type ReferredCustomer = {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly createdAtMs: number;
};

type ReferralTables = {
  customers: Tables['customers'];
  attribution_codes: Narrow<'attribution_codes', { kind: 'customer' | 'affiliate' }>;
  /** The columns of the affiliates' tables that this feature reads. */
  affiliates: Tables['affiliates'];
};

export async function insertCustomerCode(
  tx: Kysely<object>,
  { code, customerId }: { readonly code: string; readonly customerId: number },
): Promise<void> {
  await tables(tx)
    .insertInto('attribution_codes')
    .values({ code, kind: 'customer', owner_id: customerId })
    .execute();
}

/** Adds an affiliate's referral code; false if it is in use. */
export async function insertAffiliateCode(
  tx: Kysely<object>,
  { code, affiliateId }: { readonly code: string; readonly affiliateId: number },
): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('attribution_codes')
    .values({ code, kind: 'affiliate', owner_id: affiliateId })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the sign-ups with a customer's code, newest first, without closed accounts. */
export async function listReferredCustomers(
  db: Kysely<object>,
  page: {
    readonly customerId: number;
    readonly beforeId: number | undefined;
    readonly limit: number;
  },
): Promise<readonly ReferredCustomer[]> {
  const newestFirst = tables(db)
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'email', 'created_at'])
    .where(
      'referred_by',
      '=',
      sql<string>`(
      select referrer.uniqid from customers referrer where referrer.id = ${page.customerId})`,
    )
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(page.limit);
  const { beforeId } = page;
  const rows = await (
    beforeId === undefined ? newestFirst : newestFirst.where('id', '<', beforeId)
  ).execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    createdAtMs: row.created_at.getTime(),
  }));
}

/** Returns whether the code belongs to an active customer or affiliate with a different email. */
export async function isForeignCode(
  db: Kysely<object>,
  code: string,
  email: string,
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('attribution_codes')
    .leftJoin('affiliates', (join) =>
      join
        .onRef('affiliates.id', '=', 'attribution_codes.owner_id')
        .on('attribution_codes.kind', '=', 'affiliate'),
    )
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.id', '=', 'attribution_codes.owner_id')
        .on('attribution_codes.kind', '=', 'customer'),
    )
    .select('attribution_codes.code')
    .where('attribution_codes.code', '=', code)
    .where((where) =>
      where.or([where('affiliates.email', 'is', null), where('affiliates.email', '!=', email)]),
    )
    .where('customers.closed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

function tables(db: Kysely<object>): Kysely<ReferralTables> {
  return db.withTables<ReferralTables>();
}
