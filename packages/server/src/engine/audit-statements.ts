// The audit's statements. Each page is the rows with an id above $1 and up to $2.

export const HIGHEST = `select
  (select coalesce(max(id), 0) from trading_accounts)::bigint as account_id,
  (select coalesce(max(id), 0) from positions)::bigint as position_id,
  (select greatest(
    (select coalesce(max(id), 0) from postings),
    (select coalesce(max(posting_id), 0) from ledger_entries)
  ))::bigint as posting_id,
  (select coalesce(max(sequence), 0) from commands)::bigint as sequence`;

export const ACCOUNTS_PAGE = `select a.id,
    a.cash_cents <> e.cash or a.credit_cents <> e.credit as differs,
    format('cash is %s and credit %s, but the entries sum to %s and %s',
      a.cash_cents, a.credit_cents, e.cash, e.credit) as problem
  from trading_accounts a
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where account = 'customer:cash'), 0) as cash,
      coalesce(sum(amount_cents) filter (where account = 'customer:credit'), 0) as credit
    from ledger_entries where customer_id = a.id
  ) e
  where a.id > $1 and a.id <= $2`;

export const POSITIONS_PAGE = `select p.id, p.account_id, p.direction, p.amount_cents, p.leverage,
    p.is_protected, p.stop_points, p.termination_points, p.symbol,
    p.open_points, p.open_sell_points, p.open_buy_points,
    p.close_points, p.close_sell_points, p.close_buy_points, p.closing_reason, p.profit_cents,
    p.closed_at < p.opened_at as closed_before_opened,
    exists (select 1 from trading_accounts a where a.id = p.account_id) as has_account,
    t.id as posting_id, t.kind as posting_kind, e.own_cents, e.foreign_count, e.trading_cents,
    e.protection_cents
  from positions p
  left join postings t on t.unique_key = 'trade:position:' || p.id
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where customer_id = p.account_id), 0)::bigint as own_cents,
      count(*) filter (where customer_id <> p.account_id) as foreign_count,
      coalesce(sum(amount_cents) filter (where account = 'house:trading'), 0)::bigint
        as trading_cents,
      coalesce(sum(amount_cents) filter (where account = 'house:protection'), 0)::bigint
        as protection_cents
    from ledger_entries where posting_id = t.id
  ) e
  where p.id > $1 and p.id <= $2 order by p.id`;

const UNBALANCED_POSTINGS = `select t.id,
    format('its %s entries sum to %s', count(e.line), coalesce(sum(e.amount_cents), 0)) as problem
  from postings t left join ledger_entries e on e.posting_id = t.id
  where t.id > $1 and t.id <= $2
  group by t.id having count(e.line) < 2 or sum(e.amount_cents) <> 0`;

const ORPHAN_ENTRIES = `select e.posting_id as id, 'it has entries, but is not there' as problem
  from ledger_entries e
  where e.posting_id > $1 and e.posting_id <= $2
    and not exists (select 1 from postings t where t.id = e.posting_id)`;

const STRANGERS = `select e.posting_id as id,
    format('it moves money of customer %s, who has no account', e.customer_id) as problem
  from ledger_entries e
  where e.posting_id > $1 and e.posting_id <= $2 and e.customer_id is not null
    and not exists (select 1 from trading_accounts a where a.id = e.customer_id)`;

const STRAY_TRADES = `select t.id, format('it books %s, which is not a closed position once',
    t.reference) as problem
  from postings t
  left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
  where t.id > $1 and t.id <= $2 and t.kind in ('trade', 'protection')
    and (p.closed_at is null or t.unique_key <> t.kind || ':' || t.reference)`;

/** Of what a command answered: the positions that it says it opened or closed. */
const UNTRUE_ANSWERS = `select c.sequence as id,
    format('it answered %s of position %s, which is not so', a.kind, a.position_id) as problem
  from commands c
  cross join lateral (
    select e.value ->> 'kind' as kind,
      coalesce(e.value #>> '{position,id}', e.value #>> '{closed,id}')::bigint as position_id,
      coalesce(e.value #>> '{position,profitCents}', e.value #>> '{closed,profitCents}')::bigint
        as profit_cents,
      coalesce(e.value #>> '{position,openPoints}', e.value #>> '{closed,openPoints}')::bigint
        as open_points
    from jsonb_array_elements(coalesce(c.outcome -> 'events', '[]'::jsonb)) e
  ) a
  left join positions p on p.id = a.position_id
  where c.sequence > $1 and c.sequence <= $2
    and a.kind in ('position-opened', 'position-closed', 'position-reduced')
    and (
      p.id is null or p.account_id <> c.account_id or p.open_points <> a.open_points
      or (a.kind <> 'position-opened' and p.profit_cents is distinct from a.profit_cents)
    )`;

export const CHECKS = [
  { subject: 'postings', text: UNBALANCED_POSTINGS },
  { subject: 'postings', text: ORPHAN_ENTRIES },
  { subject: 'postings', text: STRANGERS },
  { subject: 'postings', text: STRAY_TRADES },
  { subject: 'commands', text: UNTRUE_ANSWERS },
] as const;

export const ROW_COUNTS = [
  {
    subject: 'positions',
    text: 'select count(*) as count from positions where id > $1 and id <= $2',
  },
  {
    subject: 'postings',
    text: 'select count(*) as count from postings where id > $1 and id <= $2',
  },
  {
    subject: 'commands',
    text: 'select count(*) as count from commands where sequence > $1 and sequence <= $2',
  },
] as const;
