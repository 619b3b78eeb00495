// Audits transactions against the ledger in both directions: each row has the journal entries of
// its status, to the cent, and each entry of deposits and withdrawals belongs to a row.
import * as z from 'zod/mini';
import type { Database } from '#platform/db/db.ts';

const PROBLEMS_MAX = 1_000;

/** Selects what each row must have moved, by unique key; null: no entry with that key. */
const EXPECTED = `
  select t.id, t.customer_id, e.key, e.cents
  from transactions t
  cross join lateral (values
    ('deposit:' || t.id, case when t.type_id in (1, 2, 3, 9, 11) and t.cause is null
      and t.status = 'approved' then t.amount_cents end),
    ('grant:' || t.id, case when t.type_id in (4, 5, 10)
      and t.status = 'approved' then t.amount_cents end),
    ('take-back:' || t.id, case when t.cause in ('refund', 'charge-back')
      and (t.status = 'approved' or t.step = 'restrict') then t.amount_cents end),
    ('hold:' || t.id, case when t.type_id = 6 and t.status <> 'opening'
      then t.requested_cents end),
    ('release:' || t.id, case when t.type_id = 6 and t.status in ('cancelled', 'rejected')
      then -t.requested_cents end),
    ('payout:' || t.id || case when t.type_id = 6 and t.attempt > 0 then ':' || t.attempt else '' end, case when t.type_id = 6 and t.status in ('approved', 'failed')
      then t.requested_cents end),
    ('return:' || coalesce(t.original_id, ''), case when t.cause = 'return'
      then t.amount_cents end)
  ) as e (key, cents)
  where e.cents is not null`;

/**
 * Selects what each entry moves of the customer's money: their cash when it arrives or leaves, the
 * hold when it is paid out.
 */
const MOVED = `
  select p.id, p.unique_key as key, max(l.customer_id) as customer_id,
    coalesce(sum(l.amount_cents) filter (where case
      when p.unique_key like 'payout:%' then l.account = 'customer:withdrawal-hold'
      else l.account in ('customer:cash', 'customer:credit', 'customer:debt') end), 0) as cents
  from postings p join ledger_entries l on l.posting_id = p.id
  where p.kind in ('deposit', 'withdrawal', 'bonus', 'credit')
  group by p.id`;

// Selects the differences. A row with a step is in progress, so its entry may or may not exist.
const STATEMENT = `
  with expected as (${EXPECTED}), moved as (${MOVED})
  select 'transaction ' || e.id as subject,
    format('%s should move %s cents of customer %s, but it moves %s of %s', e.key, e.cents,
      e.customer_id, coalesce(m.cents::text, 'nothing'), coalesce(m.customer_id::text, 'nobody'))
      as problem
  from expected e left join moved m on m.key = e.key
  where m.cents is distinct from e.cents or m.customer_id is distinct from e.customer_id
  union all
  select 'posting ' || m.id, format('no transaction says why %s was booked', m.key)
  from moved m
  where not exists (select 1 from expected e where e.key = m.key)
    -- The transaction's row is updated with the customer's notification, which can still be
    -- pending.
    and not exists (
      select 1 from account_notices n cross join told_notices told
      where n.kind = 'withdrawal-cancelled' and n.sequence > told.sequence
        and m.key = 'release:' || (n.facts ->> 'reference')
    )
    and not exists (
      select 1 from transactions t
      where t.step is not null and t.id = split_part(m.key, ':', 2)
    )
  union all
  select 'transaction ' || t.id, format('its fee is %s, but %s is kept', coalesce(-f.amount_cents, 0),
    t.amount_cents - t.requested_cents)
  from transactions t
  left join transactions f on f.original_id = t.id and f.cause = 'fee'
  where t.type_id = 6
    and (coalesce(-f.amount_cents, 0) <> t.amount_cents - t.requested_cents
      or coalesce(f.status, t.status) <> t.status
        and not (t.status = 'failed' and f.status = 'approved'))
  union all
  select 'transaction ' || t.id, 'its last stage is not where it is'
  from transactions t
  left join lateral (
    select s.status from transaction_stages s where s.transaction_id = t.id
    order by s.line desc limit 1
  ) s on true
  where t.status <> 'opening' and s.status is distinct from t.status
  limit $1`;

const Problems = z.array(z.object({ subject: z.string(), problem: z.string() }));
const Counted = z.tuple([z.object({ count: z.number() })]);

export type TransactionsAudit = {
  readonly count: number;
  /** The differences found, at most PROBLEMS_MAX. */
  readonly problems: z.infer<typeof Problems>;
};

export async function auditTransactions(db: Pick<Database, 'query'>): Promise<TransactionsAudit> {
  const [{ count }] = Counted.parse(
    await db.query('select count(*) as count from transactions', []),
  );
  return { count, problems: Problems.parse(await db.query(STATEMENT, [PROBLEMS_MAX])) };
}
