import { sql } from 'kysely';
import type { Kysely } from 'kysely';

type DepositsSum = {
  readonly cents: number;
  readonly openIds: readonly string[];
  readonly openCents: number;
};

/** Returns the customer's approved and pending deposits in cents, and which are pending. */
export async function sumDeposits(
  db: Kysely<object>,
  deposits: {
    readonly customerId: number;
    readonly typeIds: readonly number[];
    /** The id of a deposit to exclude. */
    readonly except?: string | undefined;
  },
): Promise<DepositsSum> {
  const { rows } = await sql<{ cents: number; open_ids: string[] | null; open_cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents,
      array_agg(id) filter (where status <> 'approved') as open_ids,
      coalesce(sum(amount_cents) filter (where status <> 'approved'), 0)::bigint as open_cents
    from transactions
    where customer_id = ${deposits.customerId} and type_id = any(${[...deposits.typeIds]})
      and (status in ('pending', 'processing', 'in-review', 'approved') or step = 'credit')
      and id <> ${deposits.except ?? ''}`.execute(db);
  const [sum] = rows;
  const openIds = sum?.open_ids ?? [];
  return { cents: sum?.cents ?? 0, openIds, openCents: sum?.open_cents ?? 0 };
}
