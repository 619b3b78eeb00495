// Compares account notices with what happened. Each page is the rows with an id above $1 and up to
// $2.

/** Accounts whose stored warning level differs from their last margin notice. */
export const STRAY_WARNINGS = `select a.id, format('it was warned of %s, but its last notice says %s',
    coalesce(a.warned_percent::text, 'nothing'), coalesce(n.to_percent, 'nothing')) as problem
  from trading_accounts a
  left join lateral (
    select facts ->> 'toPercent' as to_percent from account_notices
    where account_id = a.id and kind = 'margin-level' order by sequence desc limit 1
  ) n on true
  where a.id > $1 and a.id <= $2 and a.warned_percent::text is distinct from n.to_percent`;

/** Margin crossings that do not start at the level where the account's previous one ended. */
export const UNCHAINED_WARNINGS = `select n.sequence as id, format('it begins at %s, but the one before ended at %s',
    coalesce(n.facts ->> 'fromPercent', 'nothing'), coalesce(b.to_percent, 'nothing')) as problem
  from account_notices n
  left join lateral (
    select facts ->> 'toPercent' as to_percent from account_notices
    where account_id = n.account_id and kind = 'margin-level' and sequence < n.sequence
    order by sequence desc limit 1
  ) b on true
  where n.sequence > $1 and n.sequence <= $2 and n.kind = 'margin-level'
    and n.facts ->> 'fromPercent' is distinct from b.to_percent`;

/** Closes by the engine without their notice. */
export const UNTOLD_CLOSES = `select p.id, format('its %s is not told to its customer', p.closing_reason)
    as problem
  from positions p
  where p.id > $1 and p.id <= $2
    and p.closing_reason in ('low-margin', 'stop-loss', 'take-profit')
    and not exists (
      select 1 from account_notices n
      where n.kind in ('forced-close', 'level-close')
        and (n.facts ->> 'positionId')::bigint = p.id
        and n.account_id = p.account_id and n.noticed_at = p.closed_at
        and case n.kind when 'level-close' then n.facts ->> 'rule' = p.closing_reason
          else p.closing_reason = 'low-margin' end
    )`;

export const STRAY_NOTICES = `select n.sequence as id, 'it tells of a close that was none' as problem
  from account_notices n
  where n.sequence > $1 and n.sequence <= $2
    and n.kind in ('forced-close', 'level-close', 'broker-close')
    and not exists (
      select 1 from positions p
      where p.id = (n.facts ->> 'positionId')::bigint and p.account_id = n.account_id
        and case n.kind when 'broker-close' then p.closing_reason = 'manually'
          else p.closing_reason in ('low-margin', 'stop-loss', 'take-profit') end
        and (n.kind <> 'forced-close' or (n.facts ->> 'rule' = 'termination')
          = case p.direction when 'buy' then p.close_sell_points <= p.termination_points
            else p.close_buy_points >= p.termination_points end)
    )`;

/**
 * Notices of forced closes that report a wrong equity. While other positions were open, the equity
 * depended on their quotes, which are not stored. After the last close it is the balance: cash, in
 * some regimes with credit.
 */
export const UNTRUE_RECEIPTS = `select n.sequence as id,
    format('it tells an equity of %s, with %s invested, which was not so', f.equity_cents,
      f.invested_cents) as problem
  from account_notices n
  cross join lateral (
    select (n.facts ->> 'positionId')::bigint as position_id,
      (n.facts ->> 'equityCents')::bigint as equity_cents,
      (n.facts ->> 'investedCents')::bigint as invested_cents
  ) f
  join positions p on p.id = f.position_id
  left join postings t on t.unique_key = 'trade:position:' || p.id
  left join postings s on s.unique_key in
    ('protection:position:' || p.id, 'shortfall:position:' || p.id)
  left join lateral (
    select coalesce(sum(amount_cents) filter (where account = 'customer:cash'), 0) as cash_cents,
      coalesce(sum(amount_cents), 0) as balance_cents
    from ledger_entries
    where customer_id = p.account_id and posting_id <= t.id
      and account in ('customer:cash', 'customer:credit')
  ) after on f.invested_cents = p.amount_cents and t.id is not null
  where n.sequence > $1 and n.sequence <= $2 and n.kind = 'forced-close'
    and (f.invested_cents is null or f.equity_cents is null
      or f.invested_cents < p.amount_cents
      or s.id is not null and f.invested_cents <> p.amount_cents
      or f.equity_cents not in (after.cash_cents, after.balance_cents))`;
