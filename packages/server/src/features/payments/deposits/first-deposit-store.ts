import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export type FirstDeposit = {
  readonly customerId: number;
  readonly amountCents: Cents;
  readonly settledAtMs: number;
};

/**
 * Returns each customer's earliest settled deposit that was not fully reversed; absent if there is
 * none. Affiliates are paid for it.
 */
export async function listFirstDeposits(
  db: Kysely<object>,
  customerIds: readonly number[],
): Promise<readonly FirstDeposit[]> {
  const { rows } = await sql<{ customer_id: number; amount_cents: Cents; settled_at: Date }>`
    select distinct on (customer_id) customer_id, amount_cents, settled_at
    from transactions t
    where customer_id = any(${[...customerIds]}) and type_id in (1, 2, 3, 9, 11)
      and status = 'approved' and cause is null and settled_at is not null
      and amount_cents > (
        select coalesce(-sum(r.amount_cents), 0) from transactions r
        where r.original_id = t.id and r.cause in ('refund', 'charge-back')
          and r.status = 'approved'
      )
    order by customer_id, settled_at, number`.execute(db);
  return rows.map((row) => ({
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    settledAtMs: row.settled_at.getTime(),
  }));
}
