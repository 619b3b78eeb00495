// What the house owed its customers besides their money: to be told what the engine did by itself,
// and each night's financing once. Each page is the rows with an id above $1 and up to $2.

/** A warning that ends is none; and old notifications are deleted after two years. */
export const UNTOLD_NOTICES = `select n.sequence as id, 'its customer was not told of it' as problem
  from account_notices n
  cross join told_notices t
  where n.sequence > $1 and n.sequence <= $2
    and n.noticed_at >= (
      select applied_at from schema_migrations where name = '0062-account-notices.sql'
    )
    and n.noticed_at > coalesce(
      (select max(created_at) from notifications) - interval '700 days', '-infinity'
    )
    and not (n.kind = 'margin-level' and (n.facts ->> 'toPercent' is null
      or (n.facts ->> 'toPercent')::numeric > (n.facts ->> 'fromPercent')::numeric))
    and case
      when n.sequence <= t.sequence then not exists (
        select 1 from notifications o
        where o.customer_id = n.account_id and o.key = case
          when n.kind in ('forced-close', 'level-close')
            then 'position:' || (n.facts ->> 'positionId') || ':closed'
          else 'account-notice:' || n.sequence end
      )
      -- What is told runs behind by seconds; a program that still takes orders has had its time.
      else n.noticed_at < (
        select created_at from commands order by sequence desc limit 1
      ) - interval '10 minutes'
    end`;

/** Nights are noted one after the other, each when all are charged for it. */
export const UNNOTED_NIGHTS = `select a.id,
    format('it was charged for %s, but the nights that are noted end with %s', a.financed_day,
      n.last_day) as problem
  from trading_accounts a cross join charged_nights n
  where a.id > $1 and a.id <= $2
    and a.financed_day > to_char(n.last_day::date + 1, 'YYYY-MM-DD')`;

/** A position that was charged before and after a night was open in it, and at least as large. */
export const SKIPPED_NIGHTS = `select t.id,
    format('it charges %s, and the next night is missing', t.reference) as problem
  from postings t
  cross join lateral (select split_part(t.unique_key, ':', 2)::date as day) d
  where t.id > $1 and t.id <= $2 and t.kind = 'financing'
    and not exists (
      select 1 from postings o
      where o.unique_key = 'financing:' || to_char(d.day + 1, 'YYYY-MM-DD') || ':' || t.reference
    )
    and exists (
      select 1 from generate_series(2, 31) as later (days)
      join postings o on o.unique_key
        = 'financing:' || to_char(d.day + later.days, 'YYYY-MM-DD') || ':' || t.reference
    )`;
