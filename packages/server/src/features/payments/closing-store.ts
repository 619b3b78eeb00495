// The payment data of an account that is being closed.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function hasUndecided(db: Kysely<object>, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transactions
    where customer_id = ${customerId}
      and (status in ('opening', 'pending', 'processing', 'in-review') or step is not null)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Removes payout destinations and payer data; the amounts stay. */
export async function eraseDetails(tx: Kysely<object>, customerId: number): Promise<void> {
  const own = sql`(select id from transactions where customer_id = ${customerId})`;
  await sql`
    update provider_payments set details = '{}', page_url = null
    where transaction_id in ${own}`.execute(tx);
  await sql`
    update provider_events set details = '{}', reason = null where order_ref in ${own}`.execute(tx);
  await sql`
    update payment_claims set details = '{}' where transaction_id in ${own}`.execute(tx);
  await sql`update transactions set comments = null where customer_id = ${customerId}`.execute(tx);
}
