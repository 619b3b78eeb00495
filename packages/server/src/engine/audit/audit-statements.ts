// The audit's statements. Each page is the rows with an id above $1 and up to $2.
import { MISMARKED_ANSWERS, UNTRUE_ANSWERS } from './audit-answers.ts';
import { ORPHAN_CHARGES } from './audit-financing.ts';
import {
  STRAY_NOTICES,
  STRAY_WARNINGS,
  UNCHAINED_WARNINGS,
  UNTOLD_CLOSES,
  UNTRUE_RECEIPTS,
} from './audit-notices.ts';
import { UNNOTED_NIGHTS, UNPROTECTED_BALANCES, UNTOLD_NOTICES } from './audit-owed.ts';
import { BUCKET_SEQUENCES } from '../prune-rejections.ts';
import { UNTRUE_FILLS } from './audit-orders.ts';

export const HIGHEST = `select
  (select coalesce(max(id), 0) from trading_accounts)::bigint as account_id,
  (select coalesce(max(id), 0) from positions)::bigint as position_id,
  (select greatest(
    (select coalesce(max(id), 0) from postings),
    (select coalesce(max(posting_id), 0) from ledger_entries)
  ))::bigint as posting_id,
  (select coalesce(max(sequence), 0) from account_notices)::bigint as notice,
  (select coalesce(max(sequence), 0) from commands)::bigint as sequence,
  (select count(*) from symbol_splits)::bigint as splits,
  (select coalesce(max(id), 0) from charged_nights)::bigint as night`;

export const ACCOUNTS_PAGE = `select a.id,
    a.cash_cents <> e.cash or a.credit_cents <> e.credit or a.debt_cents <> e.debt as differs,
    format('cash is %s, credit %s and debt %s, but the entries sum to %s, %s and %s',
      a.cash_cents, a.credit_cents, a.debt_cents, e.cash, e.credit, e.debt) as problem
  from trading_accounts a
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where account = 'customer:cash'), 0) as cash,
      coalesce(sum(amount_cents) filter (where account = 'customer:credit'), 0) as credit,
      coalesce(-sum(amount_cents) filter (where account = 'customer:debt'), 0) as debt
    from ledger_entries where customer_id = a.id
  ) e
  where a.id > $1 and a.id <= $2`;

export const POSITIONS_PAGE = `select p.id, p.account_id, p.direction, p.amount_cents, p.leverage,
    p.is_protected, p.stop_points, p.target_points, p.termination_points, p.symbol,
    p.trail_distance, p.trail_points, p.trail_sequence,
    p.open_points, p.filled_points, p.carry, p.open_sell_points, p.open_buy_points,
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

/** Practice money is in the schema practice, live money in public, and no entry has both. */
const MIXED_KINDS = `select distinct e.posting_id as id,
    format('it moves money on %s, which the ledger of %s accounts never has', e.account,
      case current_schema() when 'practice' then 'practice' else 'live' end) as problem
  from ledger_entries e
  where e.posting_id > $1 and e.posting_id <= $2 and case current_schema()
    when 'practice' then e.account not in ('customer:cash', 'house:practice', 'house:trading',
      'house:protection', 'house:financing', 'house:fees')
    else e.account = 'house:practice' end`;

const STRANGERS = `select e.posting_id as id,
    format('it moves money of customer %s, who has no account', e.customer_id) as problem
  from ledger_entries e
  where e.posting_id > $1 and e.posting_id <= $2 and e.customer_id is not null
    and not exists (select 1 from trading_accounts a where a.id = e.customer_id)`;

const STRAY_TRADES = `select t.id, format('it books %s, which is not a closed position once',
    t.reference) as problem
  from postings t
  left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
  where t.id > $1 and t.id <= $2 and t.kind in ('trade', 'protection', 'shortfall')
    and (p.closed_at is null or t.unique_key <> t.kind || ':' || t.reference)`;

/**
 * An entry that originates outside the engine is booked by the command whose id is the entry's key.
 */
const STRAY_FUNDS = `select t.id, 'no command booked it so' as problem
  from postings t
  cross join lateral (
    select max(customer_id) as customer_id,
      jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
        'amountCents', amount_cents) order by line) as entries
    from ledger_entries where posting_id = t.id
  ) e
  left join commands c on c.account_id = e.customer_id and c.request_id = t.unique_key
  where t.id > $1 and t.id <= $2 and t.kind not in
      ('trade', 'protection', 'shortfall', 'financing', 'adjustment')
    and not starts_with(t.unique_key, 'protection-fee:')
    and not exists (
      select 1 from account_notices n
      where n.account_id = e.customer_id and n.kind = 'withdrawal-cancelled'
        and t.unique_key = 'release:' || (n.facts ->> 'reference')
    )
    -- The last event of the answer: a reversal of a deposit can cancel withdrawals first.
    and c.outcome::jsonb #> '{events,-1,posting}' @> jsonb_build_object('kind', t.kind,
      'reference', t.reference, 'uniqueKey', t.unique_key, 'entries', e.entries,
      'atMs', timestamp_to_ms(t.posted_at)) is not true`;

/**
 * A charge of overnight financing is either in the answer of the financing command, for a position
 * opened before it; or it was booked at the close of a position that was open at 17:00 in New York.
 */
const STRAY_FINANCING = `with charged as materialized (
    select t.id, p.account_id, split_part(t.unique_key, ':', 2) as day,
      p.opened_at < t.posted_at as is_opened_before,
      p.closed_at = t.posted_at and p.opened_at < n.cut_off and n.cut_off <= t.posted_at
        as is_charged_at_close, jsonb_build_object('kind', t.kind,
        'reference', t.reference, 'uniqueKey', t.unique_key,
        'atMs', timestamp_to_ms(t.posted_at), 'entries', (
          select jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
            'amountCents', amount_cents) order by line)
          from ledger_entries where posting_id = t.id
        )) || case when f.rate_bps_year is null then '{}' else jsonb_build_object('financing',
          jsonb_build_object('amountCents', f.amount_cents, 'remainingCents', f.remaining_cents,
            'rateBpsYear', f.rate_bps_year)) end as posting
    from postings t
    left join financing_charges f on f.posting_id = t.id
    left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
    cross join lateral (
      select (split_part(t.unique_key, ':', 2) || ' 17:00')::timestamp at time zone 'America/New_York'
        as cut_off
    ) n
    where t.id > $1 and t.id <= $2 and t.kind = 'financing'
  ), answered as materialized (
    -- Each answer is read once, because it contains a journal entry for each position of its
    -- account.
    select n.account_id, n.day, a.value as posting
    from (select distinct account_id, day from charged) n
    join commands c on c.account_id = n.account_id and c.request_id = 'financing:' || n.day
    cross join lateral jsonb_path_query(c.outcome::jsonb, '$.events[0]') e
    cross join lateral jsonb_array_elements(e -> 'postings') a
    where e ->> 'day' = n.day
  )
  select g.id, 'no night was charged so' as problem
  from charged g
  where g.is_opened_before is not true or not exists (
    select 1 from answered a
    where a.account_id = g.account_id and a.day = g.day and a.posting = g.posting
  ) and g.is_charged_at_close is not true`;

/** The last financing day of an account is the last one that a command charged. */
const STRAY_NIGHTS = `select a.id, format('it was charged last for %s, but by its commands for %s',
    coalesce(a.financed_day, 'no night'), coalesce(c.day, 'none')) as problem
  from trading_accounts a
  cross join lateral (
    select max(outcome #>> '{events,0,day}') as day from commands
    where account_id = a.id and request_id like 'financing:%'
  ) c
  where a.id > $1 and a.id <= $2 and a.financed_day is distinct from c.day`;

/**
 * Negative balance protection raises a balance (cash, in some regimes with credit) to zero when the
 * account's last position closes. The broker pays, or the amount becomes a debt of an account with
 * shared protection.
 */
const STRAY_PROTECTIONS = `select t.id, 'it protects a balance that it does not bring to zero' as problem
  from postings t
  left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
  left join ledger_entries e on e.posting_id = t.id and e.account = 'customer:cash'
  left join ledger_entries h on h.posting_id = t.id and h.account =
    case t.kind when 'shortfall' then 'customer:debt' else 'house:protection' end
  cross join lateral (
    select sum(b.amount_cents) filter (where b.account = 'customer:cash') as cash_cents,
      sum(b.amount_cents) as balance_cents
    from ledger_entries b
    where b.customer_id = e.customer_id and b.posting_id <= t.id
      and b.account in ('customer:cash', 'customer:credit')
  ) after
  where t.id > $1 and t.id <= $2 and t.kind in ('protection', 'shortfall')
    and (e.amount_cents > 0 and h.amount_cents = -e.amount_cents and e.customer_id = p.account_id
      -- The engine can process a quote after an opening that has a later time than the quote.
      and greatest(t.posted_at, p.opened_at) = p.closed_at
      and 0 in (after.cash_cents, after.balance_cents)) is not true`;

/**
 * The engine cancels a withdrawal in two cases: for a loss, while cash is negative and nothing is
 * open; and for a deposit reversal, in the same commit.
 */
const STRAY_CANCELLATIONS = `select n.sequence as id, 'it cancelled a withdrawal that nothing called for'
    as problem
  from account_notices n
  left join postings t on t.unique_key = 'release:' || (n.facts ->> 'reference')
    and t.posted_at = n.noticed_at
  left join lateral (
    select sum(amount_cents) as cash_cents from ledger_entries
    where customer_id = n.account_id and account = 'customer:cash' and posting_id < t.id
  ) before on true
  where n.sequence > $1 and n.sequence <= $2 and n.kind = 'withdrawal-cancelled'
    and (exists (
        select 1 from ledger_entries e
        where e.posting_id = t.id and e.customer_id = n.account_id
          and e.account = 'customer:cash' and e.amount_cents = (n.facts ->> 'amountCents')::bigint
      )
      and case n.facts ->> 'cause'
        when 'loss' then before.cash_cents < 0
          and exists (
            select 1 from positions p
            -- The engine can process a quote after an opening that has a later time than the quote.
            where p.account_id = n.account_id and greatest(t.posted_at, p.opened_at) = p.closed_at
          )
          and not exists (
            select 1 from positions p
            where p.account_id = n.account_id and p.opened_at < t.posted_at
              and (p.closed_at is null or p.closed_at > greatest(t.posted_at, p.opened_at))
          )
        when 'take-back' then exists (
          select 1 from postings b
          join ledger_entries e on e.posting_id = b.id and e.customer_id = n.account_id
          where b.id > t.id and b.posted_at = t.posted_at and starts_with(b.unique_key, 'take-back:')
        )
      end) is not true`;

/** Balance protection pays only what the holds of withdrawals don't cover. */
const PROTECTIONS_BEFORE_HOLDS = `select t.id,
    format('it protects a balance while %s are held for withdrawals', h.held_cents) as problem
  from postings t
  join ledger_entries e on e.posting_id = t.id and e.account = 'customer:cash'
  cross join lateral (
    select coalesce(sum(b.amount_cents), 0) as held_cents from ledger_entries b
    where b.customer_id = e.customer_id and b.posting_id < t.id
      and b.account = 'customer:withdrawal-hold'
  ) h
  where t.id > $1 and t.id <= $2 and t.kind in ('protection', 'shortfall') and h.held_cents <> 0`;

/** The held funds of each account equal those in the ledger. */
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

/**
 * A close by a tick has no requested price, and its time is that of the quote that reached the
 * level.
 */
const STRAY_CLOSES = `select p.id, format('a tick closed it by %s, but %s', p.closing_reason, case
      when p.close_seen_points is null then 'not when its quote came'
      else 'somebody saw its price'
    end) as problem
  from positions p
  where p.id > $1 and p.id <= $2
    and p.closing_reason in ('low-margin', 'stop-loss', 'take-profit')
    and (p.close_seen_points is not null
      -- A margin close-out can be triggered by another symbol's tick, at a time after this
      -- position's quote.
      or p.closing_reason <> 'low-margin'
        and p.closed_at <> greatest(p.close_received_at, p.opened_at))`;

export const CHECKS = [
  { subject: 'accounts', text: STRAY_HOLDS },
  { subject: 'accounts', text: STRAY_WARNINGS },
  { subject: 'accounts', text: STRAY_NIGHTS },
  { subject: 'accounts', text: UNNOTED_NIGHTS },
  { subject: 'accounts', text: UNPROTECTED_BALANCES },
  { subject: 'positions', text: STRAY_CLOSES },
  { subject: 'positions', text: UNTOLD_CLOSES },
  { subject: 'positions', text: UNTRUE_FILLS },
  { subject: 'notices', text: STRAY_CANCELLATIONS },
  { subject: 'notices', text: STRAY_NOTICES },
  { subject: 'notices', text: UNCHAINED_WARNINGS },
  { subject: 'notices', text: UNTRUE_RECEIPTS },
  { subject: 'notices', text: UNTOLD_NOTICES },
  { subject: 'postings', text: UNBALANCED_POSTINGS },
  { subject: 'postings', text: ORPHAN_ENTRIES },
  { subject: 'postings', text: STRANGERS },
  { subject: 'postings', text: MIXED_KINDS },
  { subject: 'postings', text: STRAY_TRADES },
  { subject: 'postings', text: STRAY_FUNDS },
  { subject: 'postings', text: STRAY_FINANCING },
  { subject: 'postings', text: ORPHAN_CHARGES },
  { subject: 'postings', text: STRAY_PROTECTIONS },
  { subject: 'postings', text: PROTECTIONS_BEFORE_HOLDS },
  { subject: 'commands', text: UNTRUE_ANSWERS },
  { subject: 'commands', text: MISMARKED_ANSWERS },
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
    // Counts the stored commands and the deleted ones.
    text: `select (select count(*) from commands where sequence > $1 and sequence <= $2)
        + coalesce((
          select sum(count) from pruned_commands
          where bucket >= $1::bigint / ${BUCKET_SEQUENCES} and bucket * ${BUCKET_SEQUENCES} < $2
        ), 0) as count`,
  },
] as const;
