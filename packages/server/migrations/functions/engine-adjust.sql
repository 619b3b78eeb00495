-- Rows that few batches have: entry orders, trailing stops, and stock splits with their changes of
-- open positions. It runs in the statement of engine_commit, after it, and so under its lock and
-- epoch. It is a separate function, because PostgreSQL permits at most 100 parameters per function.
drop function if exists engine_adjust;
create function engine_adjust(
  p_split_symbol text[],
  p_split_sequence bigint[],
  p_split_new_units integer[],
  p_split_old_units integer[],
  p_split_sell_points bigint[],
  p_split_buy_points bigint[],
  p_split_source text[],
  p_split_source_at_ms bigint[],
  p_split_received_at_ms bigint[],
  p_split_at_ms bigint[],
  p_adjust_id bigint[],
  p_adjust_open_points bigint[],
  p_adjust_filled_points bigint[],
  p_adjust_termination_points bigint[],
  p_order_id bigint[],
  p_order_account_id bigint[],
  p_order_symbol text[],
  p_order_direction text[],
  p_order_kind text[],
  p_order_amount_cents bigint[],
  p_order_leverage integer[],
  p_order_points bigint[],
  p_order_stop_points bigint[],
  p_order_stop_distance bigint[],
  p_order_target_points bigint[],
  p_order_target_distance bigint[],
  p_order_trail_distance bigint[],
  p_order_expiry text[],
  p_order_expires_at_ms bigint[],
  p_order_oco_id bigint[],
  p_order_placed_at_ms bigint[],
  p_order_outcome text[],
  p_order_ended_at_ms bigint[],
  p_order_reason text[],
  p_order_end_sell_points bigint[],
  p_order_end_buy_points bigint[],
  p_order_end_sequence bigint[],
  p_order_end_source text[],
  p_order_end_source_at_ms bigint[],
  p_order_end_received_at_ms bigint[],
  p_order_position_id bigint[],
  p_trail_id bigint[],
  p_trail_distance bigint[],
  p_trail_points bigint[],
  p_trail_sequence bigint[],
  p_mark_symbol text[],
  p_mark_direction text[],
  p_mark_sequence bigint[],
  p_mark_points bigint[],
  p_mark_at_ms bigint[],
  p_unmark_symbol text[],
  p_unmark_direction text[],
  p_unmark_sequence bigint[]
) returns void
language plpgsql volatile
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_count bigint;
begin
  update engine_batches b
  set position_ids = b.position_ids || p_adjust_id || p_trail_id, order_ids = p_order_id
  where b.batch = (select l.batch from engine_lease l where l.id = 1);

  insert into symbol_splits (
    symbol, sequence, new_units, old_units, sell_points, buy_points, source, source_at,
    received_at, split_at
  )
  select s.symbol, s.sequence, s.new_units, s.old_units, s.sell_points, s.buy_points, s.source,
    ms_to_timestamp(s.source_at_ms), ms_to_timestamp(s.received_at_ms), ms_to_timestamp(s.at_ms)
  from unnest(
    p_split_symbol, p_split_sequence, p_split_new_units, p_split_old_units, p_split_sell_points,
    p_split_buy_points, p_split_source, p_split_source_at_ms, p_split_received_at_ms, p_split_at_ms
  ) as s (
    symbol, sequence, new_units, old_units, sell_points, buy_points, source, source_at_ms,
    received_at_ms, at_ms
  );

  update positions p
  set open_points = a.open_points, filled_points = a.filled_points,
    termination_points = a.termination_points
  from unnest(
    p_adjust_id, p_adjust_open_points, p_adjust_filled_points, p_adjust_termination_points
  ) as a (id, open_points, filled_points, termination_points)
  where p.id = a.id;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_adjust_id) then
    raise exception 'a position that is adjusted is not there' using errcode = 'P0E03';
  end if;

  -- An order that has ended never changes again.
  insert into entry_orders as known (
    id, account_id, symbol, direction, kind, amount_cents, leverage, points, stop_points,
    stop_distance, target_points, target_distance, trail_distance, expiry, expires_at, oco_id, placed_at,
    outcome, ended_at, reason, end_sell_points, end_buy_points, end_sequence, end_source,
    end_source_at, end_received_at, position_id
  )
  select
    o.id, o.account_id, o.symbol, o.direction, o.kind, o.amount_cents, o.leverage, o.points,
    o.stop_points, o.stop_distance, o.target_points, o.target_distance, o.trail_distance, o.expiry,
    ms_to_timestamp(o.expires_at_ms), o.oco_id, ms_to_timestamp(o.placed_at_ms), o.outcome,
    ms_to_timestamp(o.ended_at_ms), o.reason, o.end_sell_points, o.end_buy_points,
    o.end_sequence, o.end_source, ms_to_timestamp(o.end_source_at_ms),
    ms_to_timestamp(o.end_received_at_ms), o.position_id
  from unnest(
    p_order_id, p_order_account_id, p_order_symbol, p_order_direction, p_order_kind,
    p_order_amount_cents, p_order_leverage, p_order_points, p_order_stop_points,
    p_order_stop_distance, p_order_target_points, p_order_target_distance, p_order_trail_distance, p_order_expiry,
    p_order_expires_at_ms, p_order_oco_id, p_order_placed_at_ms, p_order_outcome,
    p_order_ended_at_ms, p_order_reason, p_order_end_sell_points, p_order_end_buy_points,
    p_order_end_sequence, p_order_end_source, p_order_end_source_at_ms,
    p_order_end_received_at_ms, p_order_position_id
  ) as o (
    id, account_id, symbol, direction, kind, amount_cents, leverage, points, stop_points,
    stop_distance, target_points, target_distance, trail_distance, expiry, expires_at_ms, oco_id, placed_at_ms,
    outcome, ended_at_ms, reason, end_sell_points, end_buy_points, end_sequence, end_source,
    end_source_at_ms, end_received_at_ms, position_id
  )
  on conflict (id) do update set
    amount_cents = excluded.amount_cents, points = excluded.points,
    stop_points = excluded.stop_points, stop_distance = excluded.stop_distance,
    target_points = excluded.target_points, target_distance = excluded.target_distance,
    trail_distance = excluded.trail_distance,
    expiry = excluded.expiry, expires_at = excluded.expires_at, oco_id = excluded.oco_id,
    outcome = excluded.outcome, ended_at = excluded.ended_at, reason = excluded.reason,
    end_sell_points = excluded.end_sell_points, end_buy_points = excluded.end_buy_points,
    end_sequence = excluded.end_sequence, end_source = excluded.end_source,
    end_source_at = excluded.end_source_at, end_received_at = excluded.end_received_at,
    position_id = excluded.position_id
  where known.outcome is null and known.account_id = excluded.account_id;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_order_id) then
    raise exception 'an order that changes has ended' using errcode = 'P0E03';
  end if;
  if exists (
    select 1 from unnest(p_order_account_id) as o (account_id)
    where not exists (select 1 from trading_accounts a where a.id = o.account_id)
  ) then
    raise exception 'the account of an order is not there' using errcode = 'P0E03';
  end if;

  update positions p
  set trail_distance = t.distance, trail_points = t.points, trail_sequence = t.sequence
  from unnest(p_trail_id, p_trail_distance, p_trail_points, p_trail_sequence)
    as t (id, distance, points, sequence)
  where p.id = t.id;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_trail_id) then
    raise exception 'a position with a trailing stop is not there' using errcode = 'P0E03';
  end if;

  delete from trail_marks m
  using unnest(p_unmark_symbol, p_unmark_direction, p_unmark_sequence)
    as u (symbol, direction, sequence)
  where m.symbol = u.symbol and m.direction = u.direction and m.sequence = u.sequence;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_unmark_symbol) then
    raise exception 'a mark that is dropped is not there' using errcode = 'P0E03';
  end if;

  insert into trail_marks (symbol, direction, sequence, points, marked_at)
  select m.symbol, m.direction, m.sequence, m.points, ms_to_timestamp(m.at_ms)
  from unnest(p_mark_symbol, p_mark_direction, p_mark_sequence, p_mark_points, p_mark_at_ms)
    as m (symbol, direction, sequence, points, at_ms);
end
$$;
