import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export type ReferredCustomer = {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly createdAtMs: number;
};

type ReferredTables = {
  customers: {
    id: number;
    uniqid: string;
    first_name: string;
    last_name: string;
    email: string;
    referred_by: string | null;
    created_at: Date;
    closed_at: Date | null;
  };
};

/** Who signed up with a customer's code, the newest first; without those who left. */
export async function listReferredCustomers(
  db: Kysely<object>,
  page: {
    readonly customerId: number;
    readonly beforeId: number | undefined;
    readonly limit: number;
  },
): Promise<readonly ReferredCustomer[]> {
  const newestFirst = db
    .withTables<ReferredTables>()
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
