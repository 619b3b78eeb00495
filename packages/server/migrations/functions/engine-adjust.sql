-- Stock splits, and what they change of open positions. It runs in the statement of engine_commit,
-- after it, and so under its lock and epoch.
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
  p_adjust_termination_points bigint[]
) returns void
language plpgsql volatile
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_count bigint;
begin
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
end
$$;
