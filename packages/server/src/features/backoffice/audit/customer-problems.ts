import type { Database } from '#platform/db/db.ts';
import * as z from 'zod/mini';

const PROBLEMS_MAX = 1_000;

// What the engine can't check: that accounts and customers match, and that no balance is negative
// once the last position is closed.
const STATEMENT = `
  select 'customer ' || c.id as subject, 'the engine has no account of it' as problem
    from customers c
    where c.account_added_at is not null
      and not exists (select 1 from trading_accounts a where a.id = c.id)
  union all
  select 'account ' || a.id, 'it belongs to no customer'
    from trading_accounts a
    where not exists (select 1 from customers c where c.id = a.id)
  union all
  select 'account ' || a.id, 'its cash is negative without an open position'
    from trading_accounts a
    where a.cash_cents < 0 and a.client_category = 'retail'
      and not exists (select 1 from positions p where p.account_id = a.id and p.closed_at is null)
  limit $1`;

const Problems = z.array(z.object({ subject: z.string(), problem: z.string() }));

/** Returns mismatches between customers and accounts, at most PROBLEMS_MAX. */
export async function listCustomerProblems(
  db: Pick<Database, 'query'>,
): Promise<z.infer<typeof Problems>> {
  return Problems.parse(await db.query(STATEMENT, [PROBLEMS_MAX]));
}
