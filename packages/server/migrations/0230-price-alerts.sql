-- Prices that customers wait for. One that was reached is kept for its customer to see.
create table price_alerts (
  id bigint generated always as identity,
  customer_id bigint not null,
  symbol text collate "C" not null,
  -- Of the quote.
  side text not null,
  -- How the price gets there from where it was when the alert was set.
  sense text not null,
  points bigint not null,
  created_at timestamptz not null,
  fired_at timestamptz,
  -- What reached it.
  fired_points bigint,
  constraint price_alerts_pkey primary key (id),
  constraint price_alerts_customer_fkey foreign key (customer_id) references customers (id),
  constraint price_alerts_side check (side in ('buy', 'sell')),
  constraint price_alerts_sense check (sense in ('rises', 'falls')),
  constraint price_alerts_points_positive check (points > 0),
  constraint price_alerts_fired_whole check (num_nulls(fired_at, fired_points) in (0, 2))
);

create index price_alerts_by_customer on price_alerts (customer_id, id);
create unique index price_alerts_waiting on price_alerts (customer_id, symbol, side, points)
  where fired_at is null;
-- What a start reads, and what another program may have added.
create index price_alerts_watched on price_alerts (id) where fired_at is null;
