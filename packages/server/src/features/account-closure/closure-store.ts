import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type ClosureTables = Pick<Tables, 'account_closings'>;

/** Records the start of a closure. If an outage left an earlier start, updates its time. */
export async function beginClosure(
  db: Kysely<object>,
  { customerId, atMs }: { readonly customerId: number; readonly atMs: number },
): Promise<void> {
  await tables(db)
    .insertInto('account_closings')
    .values({ customer_id: customerId, begun_at: new Date(atMs) })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ begun_at: new Date(atMs) }),
    )
    .execute();
}

/** The customers whose closure has started. */
export async function listClosures(db: Kysely<object>): Promise<readonly number[]> {
  const rows = await tables(db)
    .selectFrom('account_closings')
    .select('customer_id')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

export async function deleteClosure(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db).deleteFrom('account_closings').where('customer_id', '=', customerId).execute();
}

function tables(db: Kysely<object>): Kysely<ClosureTables> {
  return db.withTables<ClosureTables>();
}
