// The audit's statements. Each page is the rows with an id above $1 and up to $2.
import { BUCKET_SEQUENCES } from './prune-refusals.ts';
import { SKIPPED_NIGHTS, UNNOTED_NIGHTS, UNTOLD_NOTICES } from './audit-owed.ts';

export const HIGHEST = `select
  (select coalesce(max(id), 0) from trading_accounts)::bigint as account_id,
  (select coalesce(max(id), 0) from positions)::bigint as position_id,
  (select greatest(
    (select coalesce(max(id), 0) from postings),
    (select coalesce(max(posting_id), 0) from ledger_entries)
  ))::bigint as posting_id,
  (select coalesce(max(sequence), 0) from account_notices)::bigint as notice,
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
    p.is_protected, p.stop_points, p.target_points, p.termination_points, p.symbol,
    p.open_points, p.filled_points, p.open_sell_points, p.open_buy_points,
    p.close_points, p.close_sell_points, p.close_buy_points, p.closing_reason, p.profit_cents,
    p.closed_at < p.opened_at as closed_before_opened,
    exists (select 1 from trading_accounts a where a.id = p.account_id) as has_account,
    t.id as posting_id, t.kind as posting_kind, t.posted_at = p.closed_at as is_posted_then,
    e.own_cents, e.foreign_count, e.other_count, e.trading_cents, e.protection_cents
  from positions p
  left join postings t on t.unique_key = 'trade:position:' || p.id
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where customer_id = p.account_id), 0)::bigint as own_cents,
      count(*) filter (where customer_id <> p.account_id) as foreign_count,
      count(*) filter (where account not in
        ('customer:cash', 'customer:credit', 'house:trading', 'house:protection')) as other_count,
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
  where t.id > $1 and t.id <= $2 and t.kind not in ('trade', 'protection', 'financing', 'adjustment')
    and not starts_with(t.unique_key, 'protection-fee:')
    and c.outcome::jsonb #> '{events,0,posting}' @> jsonb_build_object('kind', t.kind,
      'reference', t.reference, 'uniqueKey', t.unique_key, 'entries', e.entries,
      'atMs', timestamp_to_ms(t.posted_at)) is not true`;

/** A night's financing is what its command answered, of a position that was opened before. */
const STRAY_FINANCING = `select t.id, 'no night was charged so' as problem
  from postings t
  left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
  cross join lateral (
    select jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
      'amountCents', amount_cents) order by line) as entries
    from ledger_entries where posting_id = t.id
  ) e
  left join commands c on c.account_id = p.account_id
    and c.request_id = 'financing:' || split_part(t.unique_key, ':', 2)
  where t.id > $1 and t.id <= $2 and t.kind = 'financing'
    and (
      p.opened_at < t.posted_at
      and t.unique_key = 'financing:' || (c.outcome::jsonb #>> '{events,0,day}') || ':' || t.reference
      and c.outcome::jsonb #> '{events,0,postings}' @> jsonb_build_array(jsonb_build_object(
        'kind', t.kind, 'reference', t.reference, 'uniqueKey', t.unique_key, 'entries', e.entries,
        'atMs', timestamp_to_ms(t.posted_at)))
    ) is not true`;

/** The night that an account was charged last is the last that a command charged. */
const STRAY_NIGHTS = `select a.id, format('it was charged last for %s, but by its commands for %s',
    coalesce(a.financed_day, 'no night'), coalesce(c.day, 'none')) as problem
  from trading_accounts a
  cross join lateral (
    select max(outcome #>> '{events,0,day}') as day from commands
    where account_id = a.id and request_id like 'financing:%'
  ) c
  where a.id > $1 and a.id <= $2 and a.financed_day is distinct from c.day`;

// To parse an answer takes ten times as long as to look for a word in it: most have none of these.
const HAS_FEE = `(strpos(c.outcome::text, 'protection-fee:') > 0
    or strpos(c.outcome::text, '"adjustment"') > 0)`;
const HAS_NEW_POSITION = `(strpos(c.outcome::text, '"position-opened"') > 0
    or strpos(c.outcome::text, '"position-reduced"') > 0)`;

/** The fee of a protected position is what its opening answered, and what a split or dividend booked. */
const UNTRUE_FEES = `select c.sequence as id, format('it answered %s, which is not booked so',
    f.posting ->> 'uniqueKey') as problem
  from commands c
  cross join lateral (
    select e.value -> 'posting' as posting
    from jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb)) e
    where starts_with(e.value #>> '{posting,uniqueKey}', 'protection-fee:')
      or e.value #>> '{posting,kind}' = 'adjustment'
  ) f
  where c.sequence > $1 and c.sequence <= $2 and ${HAS_FEE} and not exists (
    select 1 from postings t
    where t.unique_key = f.posting ->> 'uniqueKey' and t.kind = f.posting ->> 'kind'
      and t.reference = f.posting ->> 'reference'
      and timestamp_to_ms(t.posted_at) = (f.posting ->> 'atMs')::bigint
      and (
        select jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
          'amountCents', amount_cents) order by line)
        from ledger_entries where posting_id = t.id
      ) = f.posting -> 'entries'
  )`;

export const FEES_ANSWERED = `select count(*) as count
  from commands c
  cross join lateral jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb)) e
  where c.sequence > $1 and c.sequence <= $2 and ${HAS_FEE}
    and (starts_with(e.value #>> '{posting,uniqueKey}', 'protection-fee:')
      or e.value #>> '{posting,kind}' = 'adjustment')`;

export const FEES_BOOKED = `select count(*) as count from postings
  where id > $1 and id <= $2
    and (starts_with(unique_key, 'protection-fee:') or kind = 'adjustment')`;

/** Negative balance protection brings a balance (cash; by regime with the credit) to zero, by the house. */
const STRAY_PROTECTIONS = `select t.id, 'it protects a balance that it does not bring to zero' as problem
  from postings t
  left join ledger_entries e on e.posting_id = t.id and e.customer_id is not null
  left join ledger_entries h on h.posting_id = t.id and h.account = 'house:protection'
  cross join lateral (
    select sum(b.amount_cents) filter (where b.account = 'customer:cash') as cash_cents,
      sum(b.amount_cents) as balance_cents
    from ledger_entries b
    where b.customer_id = e.customer_id and b.posting_id <= t.id
      and b.account in ('customer:cash', 'customer:credit')
  ) after
  where t.id > $1 and t.id <= $2 and t.kind = 'protection'
    and (e.amount_cents > 0 and h.amount_cents = -e.amount_cents
      and 0 in (after.cash_cents, after.balance_cents)) is not true`;

/** What is set aside, by withdrawal, is what the ledger has set aside for it. */
const STRAY_HOLDS = `select a.id, format('%s is set aside for %s, but the entries sum to %s',
    coalesce(d.held_cents, 0), d.reference, coalesce(d.entered_cents, 0)) as problem
  from trading_accounts a
  cross join lateral (
    select coalesce(h.reference, e.reference) as reference, h.amount_cents as held_cents,
      e.amount_cents as entered_cents
    from (
      select reference, amount_cents from withdrawal_holds where account_id = a.id
    ) h
    full join (
      select p.reference collate "C" as reference, sum(l.amount_cents) as amount_cents
      from ledger_entries l join postings p on p.id = l.posting_id
      where l.customer_id = a.id and l.account = 'customer:withdrawal-hold'
      group by 1 having sum(l.amount_cents) <> 0
    ) e on e.reference = h.reference
  ) d
  where a.id > $1 and a.id <= $2 and d.held_cents is distinct from d.entered_cents`;

/** The level that a customer was warned of is where their last margin notice left it. */
const STRAY_WARNINGS = `select a.id, format('it was warned of %s, but its last notice says %s',
    coalesce(a.warned_percent::text, 'nothing'), coalesce(n.to_percent, 'nothing')) as problem
  from trading_accounts a
  left join lateral (
    select facts ->> 'toPercent' as to_percent from account_notices
    where account_id = a.id and kind = 'margin-level' order by sequence desc limit 1
  ) n on true
  where a.id > $1 and a.id <= $2 and a.warned_percent::text is distinct from n.to_percent`;

/** Each close that nobody asked for is told once; those from before there were notices never were. */
const UNTOLD_CLOSES = `select p.id, format('its %s is not told to its customer', p.closing_reason)
    as problem
  from positions p
  where p.id > $1 and p.id <= $2
    and p.closing_reason in ('low-margin', 'stop-loss', 'take-profit')
    and p.closed_at >= (
      select max(applied_at) from schema_migrations
      where name in ('0060-engine-standing.sql', '0062-account-notices.sql')
        and (name < '0062' or p.closing_reason <> 'low-margin')
    )
    and not exists (
      select 1 from account_notices n
      where n.kind in ('forced-close', 'level-close')
        and (n.facts ->> 'positionId')::bigint = p.id
        and n.account_id = p.account_id and n.noticed_at = p.closed_at
        and case n.kind when 'level-close' then n.facts ->> 'rule' = p.closing_reason
          else p.closing_reason = 'low-margin' end
    )`;

const STRAY_NOTICES = `select n.sequence as id, 'it tells of a close that was none' as problem
  from account_notices n
  where n.sequence > $1 and n.sequence <= $2 and n.kind in ('forced-close', 'level-close')
    and not exists (
      select 1 from positions p
      where p.id = (n.facts ->> 'positionId')::bigint and p.account_id = n.account_id
        and p.closing_reason in ('low-margin', 'stop-loss', 'take-profit')
        and (n.kind <> 'forced-close' or (n.facts ->> 'rule' = 'termination')
          = case p.direction when 'buy' then p.close_sell_points <= p.termination_points
            else p.close_buy_points >= p.termination_points end)
    )`;

/** Of what a command answered: the positions that it opened or closed, to the last field. */
const UNTRUE_ANSWERS = `select c.sequence as id,
    format('it answered %s of position %s, which is not so', a.kind, a.position ->> 'id') as problem
  from commands c
  cross join lateral (
    select e.value ->> 'kind' as kind, (e.value ->> 'seenPoints')::bigint as seen_points,
      coalesce(e.value -> 'position', e.value -> 'closed') as position
    from jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb)) e
    where e.value ->> 'kind' in ('position-opened', 'position-closed', 'position-reduced')
  ) a
  left join positions p on p.id = (a.position ->> 'id')::bigint and p.account_id = c.account_id
  where c.sequence > $1 and c.sequence <= $2 and not c.is_refused
    and (
      a.position @> jsonb_build_object('accountId', p.account_id, 'symbol', p.symbol,
        'direction', p.direction, 'leverage', p.leverage, 'isProtected', p.is_protected,
        'isAutomatic', p.is_automatic, 'openedAtMs', timestamp_to_ms(p.opened_at),
        'openQuote', jsonb_build_object('sellPoints', p.open_sell_points,
          'buyPoints', p.open_buy_points, 'sequence', p.open_sequence, 'source', p.open_source,
          'sourceAtMs', timestamp_to_ms(p.open_source_at),
          'receivedAtMs', timestamp_to_ms(p.open_received_at)))
      and (a.position @> jsonb_build_object('terminationPoints', p.termination_points,
          'openPoints', p.open_points)
        or a.kind = 'position-opened'
          and a.position @> jsonb_build_object('openPoints', p.filled_points))
      and (a.kind = 'position-opened' or a.position @> jsonb_build_object(
        'amountCents', p.amount_cents, 'stopPoints', p.stop_points,
        'targetPoints', p.target_points, 'closePoints', p.close_points,
        'closedAtMs', timestamp_to_ms(p.closed_at), 'closingReason', p.closing_reason,
        'profitCents', p.profit_cents,
        'closeQuote', jsonb_build_object('sellPoints', p.close_sell_points,
          'buyPoints', p.close_buy_points, 'sequence', p.close_sequence, 'source', p.close_source,
          'sourceAtMs', timestamp_to_ms(p.close_source_at),
          'receivedAtMs', timestamp_to_ms(p.close_received_at))))
      and case a.kind
        when 'position-opened' then a.seen_points is not distinct from p.open_seen_points
        else (a.position ->> 'closeSeenPoints')::bigint is not distinct from p.close_seen_points
      end
    ) is not true`;

/** What is marked as refused is deleted after a while. */
const MISMARKED_ANSWERS = `select sequence as id, case when is_refused
    then 'it is marked as refused, but was done' else 'it was refused, but is not marked so'
  end as problem
  from commands
  where sequence > $1 and sequence <= $2
    and is_refused is distinct from (outcome ->> 'kind' = 'refused')`;

/** Positions have no other beginning than an answer. */
export const POSITIONS_ANSWERED = `select count(*) as count
  from commands c
  cross join lateral jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb)) e
  where c.sequence > $1 and c.sequence <= $2 and ${HAS_NEW_POSITION}
    and e.value ->> 'kind' in ('position-opened', 'position-reduced')`;

export const CHECKS = [
  { subject: 'accounts', text: STRAY_HOLDS },
  { subject: 'accounts', text: STRAY_WARNINGS },
  { subject: 'accounts', text: STRAY_NIGHTS },
  { subject: 'accounts', text: UNNOTED_NIGHTS },
  { subject: 'positions', text: UNTOLD_CLOSES },
  { subject: 'notices', text: STRAY_NOTICES },
  { subject: 'notices', text: UNTOLD_NOTICES },
  { subject: 'postings', text: UNBALANCED_POSTINGS },
  { subject: 'postings', text: ORPHAN_ENTRIES },
  { subject: 'postings', text: STRANGERS },
  { subject: 'postings', text: STRAY_TRADES },
  { subject: 'postings', text: STRAY_FUNDS },
  { subject: 'postings', text: STRAY_FINANCING },
  { subject: 'postings', text: SKIPPED_NIGHTS },
  { subject: 'postings', text: STRAY_PROTECTIONS },
  { subject: 'commands', text: UNTRUE_ANSWERS },
  { subject: 'commands', text: MISMARKED_ANSWERS },
  { subject: 'commands', text: UNTRUE_FEES },
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
    subject: 'notices',
    text: 'select count(*) as count from account_notices where sequence > $1 and sequence <= $2',
  },
  {
    subject: 'commands',
    // Together with those that were pruned.
    text: `select (select count(*) from commands where sequence > $1 and sequence <= $2)
        + coalesce((
          select sum(count) from pruned_commands
          where bucket >= $1::bigint / ${BUCKET_SEQUENCES} and bucket * ${BUCKET_SEQUENCES} < $2
        ), 0) as count`,
  },
] as const;
