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

/** What starts outside the engine is booked by the command that has its key for an id, and so. */
const STRAY_FUNDS = `select t.id, 'no command booked it so' as problem
  from postings t
  cross join lateral (
    select max(customer_id) as customer_id,
      jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
        'amountCents', amount_cents) order by line) as entries
    from ledger_entries where posting_id = t.id
  ) e
  left join commands c on c.account_id = e.customer_id and c.request_id = t.unique_key
  where t.id > $1 and t.id <= $2 and t.kind not in ('trade', 'protection')
    and c.outcome #> '{events,0,posting}' @> jsonb_build_object('kind', t.kind,
      'reference', t.reference, 'uniqueKey', t.unique_key, 'entries', e.entries) is not true`;

/** Negative balance protection brings a balance (cash; by regime with the credit) to zero. */
const STRAY_PROTECTIONS = `select t.id, 'it protects a balance that it does not bring to zero' as problem
  from postings t
  join ledger_entries e on e.posting_id = t.id and e.customer_id is not null
  cross join lateral (
    select sum(b.amount_cents) filter (where b.account = 'customer:cash') as cash_cents,
      sum(b.amount_cents) as balance_cents
    from ledger_entries b
    where b.customer_id = e.customer_id and b.posting_id <= t.id
      and b.account in ('customer:cash', 'customer:credit')
  ) after
  where t.id > $1 and t.id <= $2 and t.kind = 'protection'
    and (e.amount_cents <= 0 or 0 not in (after.cash_cents, after.balance_cents))`;

/** Of what a command answered: the positions that it opened or closed, to the last field. */
const UNTRUE_ANSWERS = `select c.sequence as id,
    format('it answered %s of position %s, which is not so', a.kind, a.position ->> 'id') as problem
  from commands c
  cross join lateral (
    select e.value ->> 'kind' as kind,
      coalesce(e.value -> 'position', e.value -> 'closed') as position
    from jsonb_array_elements(coalesce(c.outcome -> 'events', '[]'::jsonb)) e
    where e.value ->> 'kind' in ('position-opened', 'position-closed', 'position-reduced')
  ) a
  left join positions p on p.id = (a.position ->> 'id')::bigint and p.account_id = c.account_id
  where c.sequence > $1 and c.sequence <= $2
    and (
      a.position @> jsonb_build_object('accountId', p.account_id, 'symbol', p.symbol,
        'direction', p.direction, 'leverage', p.leverage, 'isProtected', p.is_protected,
        'isAutomatic', p.is_automatic, 'terminationPoints', p.termination_points,
        'openPoints', p.open_points, 'openedAtMs', timestamp_to_ms(p.opened_at),
        'openQuote', jsonb_build_object('sellPoints', p.open_sell_points,
          'buyPoints', p.open_buy_points, 'sequence', p.open_sequence, 'source', p.open_source,
          'sourceAtMs', timestamp_to_ms(p.open_source_at),
          'receivedAtMs', timestamp_to_ms(p.open_received_at)))
      and (a.kind = 'position-opened' or a.position @> jsonb_build_object(
        'amountCents', p.amount_cents, 'stopPoints', p.stop_points,
        'targetPoints', p.target_points, 'closePoints', p.close_points,
        'closedAtMs', timestamp_to_ms(p.closed_at), 'closingReason', p.closing_reason,
        'profitCents', p.profit_cents,
        'closeQuote', jsonb_build_object('sellPoints', p.close_sell_points,
          'buyPoints', p.close_buy_points, 'sequence', p.close_sequence, 'source', p.close_source,
          'sourceAtMs', timestamp_to_ms(p.close_source_at),
          'receivedAtMs', timestamp_to_ms(p.close_received_at))))
    ) is not true`;

/** Positions have no other beginning than an answer. */
export const POSITIONS_ANSWERED = `select count(*) as count
  from commands c
  cross join lateral jsonb_array_elements(coalesce(c.outcome -> 'events', '[]'::jsonb)) e
  where c.sequence > $1 and c.sequence <= $2
    and e.value ->> 'kind' in ('position-opened', 'position-reduced')`;

export const CHECKS = [
  { subject: 'postings', text: UNBALANCED_POSTINGS },
  { subject: 'postings', text: ORPHAN_ENTRIES },
  { subject: 'postings', text: STRANGERS },
  { subject: 'postings', text: STRAY_TRADES },
  { subject: 'postings', text: STRAY_FUNDS },
  { subject: 'postings', text: STRAY_PROTECTIONS },
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
