import type { AccountStatus } from '@halyard/core/engine';
import type { Kysely } from 'kysely';

export type BegunClosing = { readonly customerId: number; readonly houseStatus: AccountStatus };

type ClosingTables = {
  account_closings: { customer_id: number; begun_at: Date; house_status: AccountStatus };
};

/** Gives the one that goes on: an outage may have left one, which knows what was set before it. */
export async function beginClosing(
  db: Kysely<object>,
  { customerId, houseStatus, atMs }: BegunClosing & { readonly atMs: number },
): Promise<BegunClosing> {
  const row = await tables(db)
    .insertInto('account_closings')
    .values({ customer_id: customerId, begun_at: new Date(atMs), house_status: houseStatus })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ begun_at: new Date(atMs) }),
    )
    .returning('house_status')
    .executeTakeFirstOrThrow();
  return { customerId, houseStatus: row.house_status };
}

export async function listClosings(db: Kysely<object>): Promise<readonly BegunClosing[]> {
  const rows = await tables(db)
    .selectFrom('account_closings')
    .select(['customer_id', 'house_status'])
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => ({ customerId: row.customer_id, houseStatus: row.house_status }));
}

export async function deleteClosing(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db).deleteFrom('account_closings').where('customer_id', '=', customerId).execute();
}

function tables(db: Kysely<object>): Kysely<ClosingTables> {
  return db.withTables<ClosingTables>();
}
