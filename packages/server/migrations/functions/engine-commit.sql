-- Commits one batch of the engine, completely or not at all. Raises P0E01 if a newer epoch has
-- begun. Any other error except an outage means that the engine's memory differs from the tables.
--
-- The text between <NAME> and </NAME> is generated from src/engine/commit/commit-columns.ts by
-- `npm run commit-function`.
drop function if exists engine_commit;
create function engine_commit(
  p_epoch bigint,
  p_batch bigint,
  -- <parameters>
  p_added_id bigint[],
  p_terms_id bigint[],
  p_terms_status text[],
  p_terms_is_verified boolean[],
  p_terms_client_category text[],
  p_terms_is_protected boolean[],
  p_terms_permitted_categories text[],
  p_terms_leverage_indexes text[],
  p_terms_shares_protection boolean[],
  p_balance_id bigint[],
  p_balance_cash_change bigint[],
  p_balance_cash_cents bigint[],
  p_balance_credit_change bigint[],
  p_balance_credit_cents bigint[],
  p_balance_debt_change bigint[],
  p_balance_debt_cents bigint[],
  p_told_id bigint[],
  p_told_warned_percent integer[],
  p_told_financed_day text[],
  p_hold_account_id bigint[],
  p_hold_reference text[],
  p_hold_change bigint[],
  p_hold_amount_cents bigint[],
  p_new_id bigint[],
  p_new_account_id bigint[],
  p_new_symbol text[],
  p_new_direction text[],
  p_new_amount_cents bigint[],
  p_new_leverage integer[],
  p_new_is_protected boolean[],
  p_new_is_automatic boolean[],
  p_new_stop_points bigint[],
  p_new_target_points bigint[],
  p_new_termination_points bigint[],
  p_new_open_points bigint[],
  p_new_opened_at_ms bigint[],
  p_new_open_sell_points bigint[],
  p_new_open_buy_points bigint[],
  p_new_open_sequence bigint[],
  p_new_open_source text[],
  p_new_open_source_at_ms bigint[],
  p_new_open_received_at_ms bigint[],
  p_new_open_seen_points bigint[],
  p_new_carry bigint[],
  p_new_close_points bigint[],
  p_new_closed_at_ms bigint[],
  p_new_close_sell_points bigint[],
  p_new_close_buy_points bigint[],
  p_new_close_sequence bigint[],
  p_new_close_source text[],
  p_new_close_source_at_ms bigint[],
  p_new_close_received_at_ms bigint[],
  p_new_closing_reason text[],
  p_new_profit_cents bigint[],
  p_new_close_seen_points bigint[],
  p_set_id bigint[],
  p_set_amount_cents bigint[],
  p_set_stop_points bigint[],
  p_set_target_points bigint[],
  p_set_carry bigint[],
  p_set_close_points bigint[],
  p_set_closed_at_ms bigint[],
  p_set_close_sell_points bigint[],
  p_set_close_buy_points bigint[],
  p_set_close_sequence bigint[],
  p_set_close_source text[],
  p_set_close_source_at_ms bigint[],
  p_set_close_received_at_ms bigint[],
  p_set_closing_reason text[],
  p_set_profit_cents bigint[],
  p_set_close_seen_points bigint[],
  p_posting_id bigint[],
  p_posting_kind text[],
  p_posting_reference text[],
  p_posting_unique_key text[],
  p_posting_at_ms bigint[],
  p_entry_posting_id bigint[],
  p_entry_line smallint[],
  p_entry_account text[],
  p_entry_customer_id bigint[],
  p_entry_amount_cents bigint[],
  p_financing_posting_id bigint[],
  p_financing_amount_cents bigint[],
  p_financing_remaining_cents bigint[],
  p_financing_rate_bps_year integer[],
  p_notice_sequence bigint[],
  p_notice_account_id bigint[],
  p_notice_kind text[],
  p_notice_at_ms bigint[],
  p_notice_facts text[],
  p_command_sequence bigint[],
  p_command_account_id bigint[],
  p_command_request_id text[],
  p_command_content_hash text[],
  p_command_is_refused boolean[],
  p_command_outcome text
  -- </parameters>
) returns void
language plpgsql volatile
-- The function's plans are cached, so a plan made while a table, or its open part, was small must
-- not scan the whole table later. Because plain index scans are disabled as well, the planner uses
-- a bitmap scan of the rows with the given ids.
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_count bigint;
  v_held bigint;
begin
  perform assert_read_committed();
  perform pg_advisory_xact_lock_shared(1001, engine_lock());
  update engine_lease set batch = p_batch where id = 1 and epoch = p_epoch;
  if not found then
    raise exception 'the lease of epoch % is over', p_epoch using errcode = 'P0E01';
  end if;
  perform engine_note_batch(p_batch, p_terms_id || p_balance_id || p_told_id || p_hold_account_id,
    p_new_id || p_set_id);

  if exists (
    select 1 from unnest(p_entry_posting_id, p_entry_amount_cents) as e (posting_id, amount_cents)
    group by e.posting_id having sum(e.amount_cents) <> 0
  ) then
    raise exception 'a posting does not sum to zero' using errcode = 'P0E03';
  end if;
  if array(select distinct unnest(p_entry_posting_id) order by 1)
      <> array(select unnest(p_posting_id) order by 1) then
    raise exception 'the entries are not those of the postings' using errcode = 'P0E03';
  end if;

  if cardinality(p_terms_id) > 0 then
    insert into trading_accounts (
      id, status, is_verified, client_category, is_protected, permitted_categories, leverage_indexes,
      shares_protection
    )
    select t.id, t.status, t.is_verified, t.client_category, t.is_protected,
      t.permitted_categories::jsonb, t.leverage_indexes::jsonb, t.shares_protection
    -- <terms>
    from unnest(
      p_terms_id, p_terms_status, p_terms_is_verified, p_terms_client_category,
      p_terms_is_protected, p_terms_permitted_categories, p_terms_leverage_indexes,
      p_terms_shares_protection
    ) as t (
      id, status, is_verified, client_category, is_protected, permitted_categories,
      leverage_indexes, shares_protection
    )
    -- </terms>
    where t.id = any (p_added_id);

    update trading_accounts a
    set status = t.status, is_verified = t.is_verified, client_category = t.client_category,
      is_protected = t.is_protected, permitted_categories = t.permitted_categories::jsonb,
      leverage_indexes = t.leverage_indexes::jsonb, shares_protection = t.shares_protection
    -- <terms>
    from unnest(
      p_terms_id, p_terms_status, p_terms_is_verified, p_terms_client_category,
      p_terms_is_protected, p_terms_permitted_categories, p_terms_leverage_indexes,
      p_terms_shares_protection
    ) as t (
      id, status, is_verified, client_category, is_protected, permitted_categories,
      leverage_indexes, shares_protection
    )
    -- </terms>
    where a.id = t.id and t.id <> all (p_added_id);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_terms_id) - cardinality(p_added_id) then
      raise exception 'an account whose terms change is not there' using errcode = 'P0E03';
    end if;
  end if;

  if cardinality(p_balance_id) > 0 then
    update trading_accounts a
    set cash_cents = b.cash_cents, credit_cents = b.credit_cents, debt_cents = b.debt_cents
    -- <balance>
    from unnest(
      p_balance_id, p_balance_cash_change, p_balance_cash_cents, p_balance_credit_change,
      p_balance_credit_cents, p_balance_debt_change, p_balance_debt_cents
    ) as b (
      id, cash_change, cash_cents, credit_change, credit_cents, debt_change, debt_cents
    )
    -- </balance>
    where a.id = b.id
      and a.cash_cents + b.cash_change = b.cash_cents
      and a.credit_cents + b.credit_change = b.credit_cents
      and a.debt_cents + b.debt_change = b.debt_cents;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_balance_id) then
      raise exception 'a balance in memory differs from the table' using errcode = 'P0E03';
    end if;
  end if;

  if cardinality(p_told_id) > 0 then
    update trading_accounts a
    set warned_percent = t.warned_percent, financed_day = t.financed_day
    -- <told>
    from unnest(
      p_told_id, p_told_warned_percent, p_told_financed_day
    ) as t (
      id, warned_percent, financed_day
    )
    -- </told>
    where a.id = t.id;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_told_id) then
      raise exception 'an account that is told something is not there' using errcode = 'P0E03';
    end if;
  end if;

  if cardinality(p_hold_account_id) > 0 then
    insert into withdrawal_holds (account_id, reference, amount_cents)
    select h.account_id, h.reference, h.amount_cents
    -- <hold>
    from unnest(
      p_hold_account_id, p_hold_reference, p_hold_change, p_hold_amount_cents
    ) as h (
      account_id, reference, change, amount_cents
    )
    -- </hold>
    where h.change = h.amount_cents;
    get diagnostics v_held = row_count;

    update withdrawal_holds w
    set amount_cents = h.amount_cents
    -- <hold>
    from unnest(
      p_hold_account_id, p_hold_reference, p_hold_change, p_hold_amount_cents
    ) as h (
      account_id, reference, change, amount_cents
    )
    -- </hold>
    where w.account_id = h.account_id and w.reference = h.reference
      and h.change <> h.amount_cents and h.amount_cents > 0
      and w.amount_cents + h.change = h.amount_cents;
    get diagnostics v_count = row_count;
    v_held := v_held + v_count;
    delete from withdrawal_holds w
    using unnest(p_hold_account_id, p_hold_reference, p_hold_change, p_hold_amount_cents)
      as h (account_id, reference, change, amount_cents)
    where w.account_id = h.account_id and w.reference = h.reference
      and h.amount_cents = 0 and w.amount_cents + h.change = 0;
    get diagnostics v_count = row_count;
    if v_held + v_count <> cardinality(p_hold_account_id) then
      raise exception 'a hold in memory differs from the table' using errcode = 'P0E03';
    end if;
  end if;

  if cardinality(p_new_id) > 0 then
    insert into positions (
      id, account_id, symbol, direction, amount_cents, leverage, is_protected, is_automatic,
      stop_points, target_points, termination_points, open_points, opened_at, open_sell_points,
      open_buy_points, open_sequence, open_source, open_source_at, open_received_at,
      open_seen_points, carry, close_points, closed_at, close_sell_points, close_buy_points,
      close_sequence, close_source, close_source_at, close_received_at, closing_reason,
      profit_cents, close_seen_points
    )
    select n.id, n.account_id, n.symbol, n.direction, n.amount_cents, n.leverage, n.is_protected,
      n.is_automatic, n.stop_points, n.target_points, n.termination_points, n.open_points,
      ms_to_timestamp(n.opened_at_ms), n.open_sell_points, n.open_buy_points, n.open_sequence,
      n.open_source, ms_to_timestamp(n.open_source_at_ms), ms_to_timestamp(n.open_received_at_ms),
      n.open_seen_points, n.carry, n.close_points, ms_to_timestamp(n.closed_at_ms), n.close_sell_points,
      n.close_buy_points, n.close_sequence, n.close_source, ms_to_timestamp(n.close_source_at_ms),
      ms_to_timestamp(n.close_received_at_ms), n.closing_reason, n.profit_cents,
      n.close_seen_points
    -- <new>
    from unnest(
      p_new_id, p_new_account_id, p_new_symbol, p_new_direction, p_new_amount_cents,
      p_new_leverage, p_new_is_protected, p_new_is_automatic, p_new_stop_points,
      p_new_target_points, p_new_termination_points, p_new_open_points, p_new_opened_at_ms,
      p_new_open_sell_points, p_new_open_buy_points, p_new_open_sequence, p_new_open_source,
      p_new_open_source_at_ms, p_new_open_received_at_ms, p_new_open_seen_points, p_new_carry,
      p_new_close_points, p_new_closed_at_ms, p_new_close_sell_points, p_new_close_buy_points,
      p_new_close_sequence, p_new_close_source, p_new_close_source_at_ms,
      p_new_close_received_at_ms, p_new_closing_reason, p_new_profit_cents,
      p_new_close_seen_points
    ) as n (
      id, account_id, symbol, direction, amount_cents, leverage, is_protected, is_automatic,
      stop_points, target_points, termination_points, open_points, opened_at_ms,
      open_sell_points, open_buy_points, open_sequence, open_source, open_source_at_ms,
      open_received_at_ms, open_seen_points, carry, close_points, closed_at_ms,
      close_sell_points, close_buy_points, close_sequence, close_source, close_source_at_ms,
      close_received_at_ms, closing_reason, profit_cents, close_seen_points
    )
    -- </new>
    ;
    -- The accounts are counted together, because looking each one up costs more than inserting its
    -- position.
    select count(*) into v_count from trading_accounts a where a.id = any (p_new_account_id);
    if v_count <> (select count(distinct n.id) from unnest(p_new_account_id) as n (id)) then
      raise exception 'the account of a position is not there' using errcode = 'P0E03';
    end if;
  end if;

  if cardinality(p_set_id) > 0 then
    update positions p
    set amount_cents = s.amount_cents, stop_points = s.stop_points,
      target_points = s.target_points, carry = s.carry, close_points = s.close_points,
      closed_at = ms_to_timestamp(s.closed_at_ms), close_sell_points = s.close_sell_points,
      close_buy_points = s.close_buy_points, close_sequence = s.close_sequence,
      close_source = s.close_source, close_source_at = ms_to_timestamp(s.close_source_at_ms),
      close_received_at = ms_to_timestamp(s.close_received_at_ms),
      closing_reason = s.closing_reason, profit_cents = s.profit_cents,
      close_seen_points = s.close_seen_points
    -- <set>
    from unnest(
      p_set_id, p_set_amount_cents, p_set_stop_points, p_set_target_points, p_set_carry,
      p_set_close_points, p_set_closed_at_ms, p_set_close_sell_points, p_set_close_buy_points,
      p_set_close_sequence, p_set_close_source, p_set_close_source_at_ms,
      p_set_close_received_at_ms, p_set_closing_reason, p_set_profit_cents,
      p_set_close_seen_points
    ) as s (
      id, amount_cents, stop_points, target_points, carry, close_points, closed_at_ms,
      close_sell_points, close_buy_points, close_sequence, close_source, close_source_at_ms,
      close_received_at_ms, closing_reason, profit_cents, close_seen_points
    )
    -- </set>
    -- The condition is not `is null`, because a plan could then read the index of all open
    -- positions for each position that closes.
    where p.id = s.id and num_nulls(p.closed_at) = 1;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_set_id) then
      raise exception 'a position that changes is not open' using errcode = 'P0E03';
    end if;
  end if;

  insert into postings (id, kind, reference, unique_key, posted_at)
  select p.id, p.kind, p.reference, p.unique_key, ms_to_timestamp(p.at_ms)
  -- <posting>
  from unnest(
    p_posting_id, p_posting_kind, p_posting_reference, p_posting_unique_key, p_posting_at_ms
  ) as p (
    id, kind, reference, unique_key, at_ms
  )
  -- </posting>
  ;

  insert into ledger_entries (posting_id, line, account, customer_id, amount_cents)
  select e.posting_id, e.line, e.account, e.customer_id, e.amount_cents
  -- <entry>
  from unnest(
    p_entry_posting_id, p_entry_line, p_entry_account, p_entry_customer_id,
    p_entry_amount_cents
  ) as e (
    posting_id, line, account, customer_id, amount_cents
  )
  -- </entry>
  ;

  if cardinality(p_financing_posting_id) > 0 then
    insert into financing_charges (posting_id, amount_cents, remaining_cents, rate_bps_year)
    select f.posting_id, f.amount_cents, f.remaining_cents, f.rate_bps_year
    -- <financing>
    from unnest(
      p_financing_posting_id, p_financing_amount_cents, p_financing_remaining_cents,
      p_financing_rate_bps_year
    ) as f (
      posting_id, amount_cents, remaining_cents, rate_bps_year
    )
    -- </financing>
    ;
  end if;

  insert into account_notices (sequence, account_id, kind, noticed_at, facts)
  select n.sequence, n.account_id, n.kind, ms_to_timestamp(n.at_ms), n.facts::jsonb
  -- <notice>
  from unnest(
    p_notice_sequence, p_notice_account_id, p_notice_kind, p_notice_at_ms, p_notice_facts
  ) as n (
    sequence, account_id, kind, at_ms, facts
  )
  -- </notice>
  ;

  insert into commands (
    sequence, account_id, request_id, content_hash, is_refused, outcome, epoch
  )
  select c.sequence, c.account_id, c.request_id, c.content_hash, c.is_refused, c.outcome::json,
    p_epoch
  -- <command>
  from unnest(
    p_command_sequence, p_command_account_id, p_command_request_id, p_command_content_hash,
    p_command_is_refused, string_to_array(p_command_outcome, E'\n')
  ) as c (
    sequence, account_id, request_id, content_hash, is_refused, outcome
  )
  -- </command>
  ;
end
$$;
