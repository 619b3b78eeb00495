-- Entry orders: limit and stop orders that open a position once the price reaches their trigger price.
-- The engine writes them, through engine_commit alone. The columns of the end are all null while an
-- order is pending.
create table entry_orders (
  id bigint not null,
  account_id bigint not null,
  symbol text collate "C" not null,
  direction text not null,
  kind text not null,
  -- The margin of the position that the order opens.
  amount_cents bigint not null,
  leverage integer not null,
  -- The trigger price.
  points bigint not null,
  -- Stop loss and take profit: a price, a distance from the fill price, or neither.
  stop_points bigint,
  stop_distance bigint,
  target_points bigint,
  target_distance bigint,
  expiry text not null,
  expires_at timestamptz not null,
  -- The other order of a pair of which one cancels the other (OCO).
  oco_id bigint,
  placed_at timestamptz not null,
  outcome text,
  ended_at timestamptz,
  -- Why an order was cancelled or rejected: 'customer', 'broker', 'oco' or the code of the rejection.
  reason text,
  -- The quote that triggered the order; null when none did.
  end_sell_points bigint,
  end_buy_points bigint,
  end_sequence bigint,
  end_source text,
  end_source_at timestamptz,
  end_received_at timestamptz,
  -- The position that the order opened.
  position_id bigint,
  constraint entry_orders_pkey primary key (id),
  constraint entry_orders_id_positive check (id > 0),
  constraint entry_orders_direction check (direction in ('buy', 'sell')),
  constraint entry_orders_kind check (kind in ('limit', 'stop')),
  constraint entry_orders_amount_positive check (amount_cents > 0),
  constraint entry_orders_leverage_positive check (leverage > 0),
  constraint entry_orders_points_positive check (points > 0),
  constraint entry_orders_one_stop check (num_nonnulls(stop_points, stop_distance) <= 1),
  constraint entry_orders_one_target check (num_nonnulls(target_points, target_distance) <= 1),
  constraint entry_orders_expiry check (expiry in ('gtc', 'gtd', 'day')),
  constraint entry_orders_outcome
    check (outcome in ('filled', 'cancelled', 'expired', 'rejected')),
  constraint entry_orders_ended_whole check (num_nulls(outcome, ended_at) in (0, 2)),
  constraint entry_orders_reason
    check ((reason is not null) = (coalesce(outcome, '') in ('cancelled', 'rejected'))),
  constraint entry_orders_filled check ((position_id is not null) = (coalesce(outcome, '') = 'filled')),
  constraint entry_orders_quote_whole check (
    num_nulls(
      end_sell_points, end_buy_points, end_sequence, end_source, end_source_at, end_received_at
    ) in (0, 6)
  )
);

-- The engine loads pending orders by id when it starts.
create index entry_orders_pending on entry_orders (id) where outcome is null;
create index entry_orders_by_account on entry_orders (account_id, id);
create index entry_orders_by_symbol on entry_orders (symbol, id);
create unique index entry_orders_by_position on entry_orders (position_id)
  where position_id is not null;

alter table account_notices
  drop constraint account_notices_kind,
  add constraint account_notices_kind check (
    kind in (
      'margin-level', 'forced-close', 'level-close', 'broker-close', 'position-split', 'dividend',
      'withdrawal-cancelled', 'order-ended'
    )
  );
