-- Splits and dividends: what happens to a symbol, and so to all positions on it at once.

alter table postings drop constraint postings_kind;
alter table postings add constraint postings_kind check (
  kind in (
    'trade', 'protection', 'financing', 'deposit', 'withdrawal', 'bonus', 'credit', 'fee',
    'correction', 'adjustment'
  )
);

alter table account_notices drop constraint account_notices_kind;
alter table account_notices add constraint account_notices_kind check (
  kind in ('margin-level', 'forced-close', 'level-close', 'position-split', 'dividend')
);

-- What a position filled at, before the splits of its symbol since; null when there was none.
alter table positions add column filled_points bigint;

-- Its quotes are not taken until it is resumed: they may be of before a split.
alter table symbol_halts add column is_frozen boolean not null default false;

-- Each split with the quote that it left: whoever has an older one of the symbol takes this.
create table symbol_splits (
  symbol text collate "C" not null,
  sequence bigint not null,
  new_units integer not null,
  old_units integer not null,
  sell_points bigint not null,
  buy_points bigint not null,
  source text not null,
  source_at timestamptz not null,
  received_at timestamptz not null,
  split_at timestamptz not null,
  constraint symbol_splits_pkey primary key (symbol, sequence)
);
create trigger symbol_splits_append_only before update or delete or truncate on symbol_splits
  for each statement execute function refuse_change();

-- What a batch changes of open positions beyond what they were opened with. It runs in the statement
-- that engine_commit runs in, after it, and so under its lock and its epoch.
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
