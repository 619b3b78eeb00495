-- Trailing stops: a stop loss at a fixed distance from the best price since it was set. The engine
-- writes them, through engine_commit alone. Of an open position the price is the one that the trailing
-- stop was set at, and the marks say how far it has moved since; of a closed one it is the best price.
alter table positions
  add column trail_distance bigint,
  add column trail_points bigint,
  -- Of the quote with that price.
  add column trail_sequence bigint,
  add constraint positions_trail_whole
    check (num_nulls(trail_distance, trail_points, trail_sequence) in (0, 3)),
  add constraint positions_trail_positive check (trail_distance > 0 and trail_points > 0),
  -- The broker bears the price of a guaranteed stop.
  add constraint positions_trail_not_guaranteed check (trail_distance is null or not is_protected);

alter table entry_orders
  add column trail_distance bigint,
  add constraint entry_orders_trail_alone
    check (trail_distance is null or num_nonnulls(stop_points, stop_distance) = 0),
  add constraint entry_orders_trail_positive check (trail_distance > 0);

-- The best prices that trailing stops have seen, one for all of a symbol and direction that have seen
-- the same, stored once a second. A trailing stop set before a mark has seen its price: a start takes
-- for each the best of the marks after it. Marks that no trailing stop needs are deleted.
create table trail_marks (
  symbol text collate "C" not null,
  direction text not null,
  -- Of the quote with the price.
  sequence bigint not null,
  points bigint not null,
  marked_at timestamptz not null,
  constraint trail_marks_pkey primary key (symbol, direction, sequence),
  constraint trail_marks_direction check (direction in ('buy', 'sell')),
  constraint trail_marks_points_positive check (points > 0)
);
