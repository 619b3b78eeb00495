// SQL that compares the commands' answers with what is stored. Each page is the rows with an id
// above $1 and up to $2. The statements first search an answer's text for a word, because parsing
// its JSON takes ten times as long.

const EVENTS = `select c.sequence, c.account_id, e.value as event, e.value ->> 'kind' as kind
  from commands c
  cross join lateral jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb)) e
  where c.sequence > $1 and c.sequence <= $2 and not c.is_refused`;

const DIVIDEND = `kind = 'funds-posted' and event #>> '{posting,kind}' = 'adjustment'
  and starts_with(event #>> '{posting,uniqueKey}', 'dividend:')`;

const BROKER_CLOSE = `kind = 'position-closed'
  and event #>> '{position,isClosedByBroker}' = 'true'`;

/** Compares the positions that an answer opened or closed, in every field. */
const UNTRUE_POSITIONS = `select a.sequence as id,
    format('it answered %s of position %s, which is not so', a.kind, a.position ->> 'id') as problem
  from (
    select sequence, account_id, kind, (event ->> 'seenPoints')::bigint as seen_points,
      coalesce(event -> 'position', event -> 'closed') as position
    from events
    where kind in ('position-opened', 'position-closed', 'position-reduced')
  ) a
  left join positions p on p.id = (a.position ->> 'id')::bigint and p.account_id = a.account_id
  where (
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
          and (a.position ->> 'carry')::bigint is not distinct from p.carry
          and (a.position #>> '{trail,distance}')::bigint is not distinct from p.trail_distance
          and (a.position #>> '{trail,bestPoints}')::bigint is not distinct from p.trail_points
          and (a.position #>> '{trail,bestSequence}')::bigint is not distinct from p.trail_sequence
      end
    ) is not true`;

/**
 * Compares every journal entry that an answer caused: profit, premium, overnight financing, or
 * funds.
 */
const UNTRUE_POSTINGS = `select a.sequence as id,
    format('it answered %s, which is not booked so', a.posting ->> 'uniqueKey') as problem
  from (
    select sequence, event -> 'posting' as posting from events
    where jsonb_typeof(event -> 'posting') = 'object'
    union all
    select sequence, n.value from events
    cross join lateral jsonb_array_elements(coalesce(event -> 'postings', event -> 'financing')) n
    where kind = 'financing-charged' or jsonb_typeof(event -> 'financing') = 'array'
  ) a
  left join postings t on t.unique_key = a.posting ->> 'uniqueKey'
  left join lateral (
    select jsonb_agg(jsonb_build_object('account', account, 'customerId', customer_id,
      'amountCents', amount_cents) order by line) as entries
    from ledger_entries where posting_id = t.id
  ) e on true
  where (a.posting -> 'entries' = e.entries
    and a.posting @> jsonb_build_object('kind', t.kind, 'reference', t.reference,
      'atMs', timestamp_to_ms(t.posted_at))) is not true`;

/**
 * Compares the last split of each symbol with its stored quote, because a start values positions at
 * that quote.
 */
const UNTRUE_SPLITS = `select a.sequence as id, format('it answered a split of %s, which is not kept so',
    a.event #>> '{quote,symbol}') as problem
  from events a
  left join symbol_splits s on s.symbol = a.event #>> '{quote,symbol}'
    and s.sequence = (a.event #>> '{quote,sequence}')::bigint
  where a.kind = 'symbol-split' and (a.event @> jsonb_build_object(
    'newUnits', s.new_units, 'oldUnits', s.old_units, 'atMs', timestamp_to_ms(s.split_at),
    'quote', jsonb_build_object('sellPoints', s.sell_points, 'buyPoints', s.buy_points,
      'source', s.source, 'sourceAtMs', timestamp_to_ms(s.source_at),
      'receivedAtMs', timestamp_to_ms(s.received_at)))) is not true`;

/** Compares the account notices that an answer caused. */
const UNNOTED_EVENTS = `select a.sequence as id,
    format('its %s is not noted so for customer %s', a.kind, a.customer_id) as problem
  from (
    select sequence, case kind when 'position-split' then kind else 'margin-level' end as kind,
      (event ->> 'accountId')::bigint as customer_id, (event ->> 'atMs')::bigint as at_ms,
      event - array['kind', 'accountId', 'atMs', 'filledPoints', 'stopPoints', 'targetPoints',
        'terminationPoints', 'carry', 'trail'] as facts
    from events where kind in ('position-split', 'margin-level-crossed')
    union all
    select sequence, kind, (event ->> 'accountId')::bigint,
      (event #>> '{posting,atMs}')::bigint, event - array['kind', 'accountId', 'posting']
    from events where kind = 'withdrawal-cancelled'
    union all
    select sequence, 'dividend', (event ->> 'accountId')::bigint,
      (event #>> '{posting,atMs}')::bigint, jsonb_build_object(
        'positionId', substring(event #>> '{posting,reference}' from '[0-9]+$')::bigint,
        'amountCents', (
          select sum((value ->> 'amountCents')::bigint)
          from jsonb_array_elements(event #> '{posting,entries}')
          where value ->> 'customerId' is not null
        ))
    from events where ${DIVIDEND}
    union all
    select sequence, 'broker-close', (event #>> '{position,accountId}')::bigint,
      (event #>> '{position,closedAtMs}')::bigint,
      jsonb_build_object('positionId', event #> '{position,id}')
    from events where ${BROKER_CLOSE}
  ) a
  where not exists (
    select 1 from account_notices n
    where n.account_id = a.customer_id and n.kind = a.kind
      and timestamp_to_ms(n.noticed_at) = a.at_ms and n.facts = a.facts
  )`;

/**
 * Compares the rounding that a closed part carries over to the remainder, in cents × open points.
 */
const UNTRUE_CARRIES = `select a.sequence as id, format('its part %s carries over %s, which is not so',
    a.closed ->> 'id', a.remaining_carry) as problem
  from (
    select sequence, event -> 'closed' as closed,
      (event ->> 'remainingCarry')::numeric as remaining_carry
    from events where kind = 'position-reduced' and event -> 'remainingCarry' is not null
  ) a
  where a.remaining_carry is distinct from
    (a.closed ->> 'amountCents')::numeric * (a.closed ->> 'leverage')::numeric
      * case a.closed ->> 'direction' when 'buy' then 1 else -1 end
      * ((a.closed ->> 'closePoints')::numeric - (a.closed ->> 'openPoints')::numeric)
    + (a.closed ->> 'carry')::numeric
    - (a.closed ->> 'profitCents')::numeric * (a.closed ->> 'openPoints')::numeric`;

export const UNTRUE_ANSWERS = `with events as materialized (${EVENTS})
  ${UNTRUE_POSITIONS}
  union all ${UNTRUE_POSTINGS}
  union all ${UNTRUE_CARRIES}
  union all ${UNTRUE_SPLITS}
  union all ${UNNOTED_EVENTS}`;

/** Compares the rejection mark of each answer, because marked answers are deleted after a while. */
export const MISMARKED_ANSWERS = `select sequence as id, case when is_refused
    then 'it is marked as refused, but was done' else 'it was refused, but is not marked so'
  end as problem
  from commands
  where sequence > $1 and sequence <= $2
    and is_refused is distinct from (outcome ->> 'kind' = 'refused')`;

/** Counts rows whose only origin is an answer. */
export const ANSWERED = `with events as materialized (${EVENTS}
    and (${['position-opened', 'position-reduced', 'symbol-split', 'adjustment', 'isClosedByBroker']
      .map((word) => `strpos(c.outcome::text, '"${word}"') > 0`)
      .join(' or ')})
  )
  select count(*) filter (where kind in ('position-opened', 'position-reduced')) as positions,
    count(*) filter (where starts_with(event #>> '{posting,uniqueKey}', 'protection-fee:')
      or event #>> '{posting,kind}' = 'adjustment') as charges,
    count(*) filter (where kind = 'symbol-split') as splits,
    count(*) filter (where kind = 'position-split' or ${DIVIDEND} or ${BROKER_CLOSE}) as actions
  from events`;

export const CHARGES_BOOKED = `select count(*) as charges from postings
  where id > $1 and id <= $2
    and (starts_with(unique_key, 'protection-fee:') or kind = 'adjustment')`;

export const ACTIONS_NOTED = `select count(*) as actions from account_notices
  where sequence > $1 and sequence <= $2 and kind in ('position-split', 'dividend', 'broker-close')`;
