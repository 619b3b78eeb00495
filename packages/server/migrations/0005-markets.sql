-- Symbols, their prices and the trading conditions that the broker set.

-- The ids that assets have in the API. The catalogue describes them; an id stays with its symbol when
-- the catalogue's order changes.
create table assets (
  id integer generated always as identity,
  symbol text collate "C" not null,
  constraint assets_pkey primary key (id),
  constraint assets_symbol_unique unique (symbol)
);

-- What the broker set for a symbol in place of the shipped conditions; null: as shipped.
create table symbol_terms (
  symbol text collate "C" not null,
  -- Ten-thousandths of a percent of the price.
  extra_spread_centi_bps integer,
  least_spread_centi_bps integer,
  amount_min_cents bigint,
  amount_max_cents bigint,
  leverage_max integer,
  -- Lines in the market's time zone.
  hours jsonb,
  set_by text not null,
  reason text not null,
  set_at timestamptz not null,
  constraint symbol_terms_pkey primary key (symbol),
  constraint symbol_terms_spread check (extra_spread_centi_bps >= 0 and least_spread_centi_bps >= 0)
);

-- Symbols that staff halted. A restart does not resume them.
create table symbol_halts (
  symbol text collate "C" not null,
  halted_by text not null,
  reason text not null,
  halted_at timestamptz not null,
  -- Its quotes are rejected until it is resumed, because they may be from before a split.
  is_frozen boolean not null default false,
  constraint symbol_halts_pkey primary key (symbol)
);

-- The trading pause. While the row exists nobody can open positions, also after a restart.
create table maintenance (
  id smallint not null default 1,
  begun_by text not null,
  reason text not null,
  begun_at timestamptz not null,
  constraint maintenance_pkey primary key (id),
  constraint maintenance_one check (id = 1)
);

-- The price environment of each symbol's last prices: 'real', 'replay', or 'simulator:' and a
-- fingerprint of its seed. Prices of two environments never meet on a symbol with open positions.
create table price_worlds (
  symbol text collate "C" not null,
  world text not null,
  since timestamptz not null,
  constraint price_worlds_pkey primary key (symbol)
);

-- Candles of vendors' and imported bid prices. Each timeframe has a bounded number of rows.
-- Simulated prices are computed and need none.
create table candles (
  symbol text collate "C" not null,
  timeframe text collate "C" not null,
  -- Milliseconds since 1970 (UTC), as charts request them.
  start_ms bigint not null,
  open_points bigint not null,
  high_points bigint not null,
  low_points bigint not null,
  close_points bigint not null,
  volume double precision not null,
  constraint candles_pkey primary key (symbol, timeframe, start_ms),
  constraint candles_timeframe check (
    timeframe in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')
  ),
  constraint candles_low_not_negative check (low_points >= 0),
  constraint candles_shape check (
    low_points <= least(open_points, close_points)
    and high_points >= greatest(open_points, close_points)
  )
);

-- The contiguous span of each symbol and timeframe for which every candle that the vendor or the
-- quotes had is stored. A back-fill continues from there. Imported files don't extend it, because
-- they may have gaps.
create table candle_spans (
  symbol text collate "C" not null,
  timeframe text collate "C" not null,
  -- Inclusive and exclusive, milliseconds since 1970 (UTC).
  from_ms bigint not null,
  to_ms bigint not null,
  constraint candle_spans_pkey primary key (symbol, timeframe),
  constraint candle_spans_order check (from_ms <= to_ms)
);

-- The quotes that were traded on, up to a bounded number. A row holds quotes of one symbol and source
-- with consecutive sequence numbers: a row for each quote would take five times the space.
create table quote_blocks (
  symbol text collate "C" not null,
  -- Of the first element of the arrays.
  first_sequence bigint not null,
  source text not null,
  sell_points bigint[] not null,
  buy_points bigint[] not null,
  source_at_ms bigint[] not null,
  received_at_ms bigint[] not null,
  constraint quote_blocks_pkey primary key (symbol, first_sequence),
  constraint quote_blocks_whole check (
    cardinality(sell_points) > 0
    and cardinality(sell_points) = cardinality(buy_points)
    and cardinality(sell_points) = cardinality(source_at_ms)
    and cardinality(sell_points) = cardinality(received_at_ms)
  )
);

-- A row for each quote, for the investigation of a dispute.
create view quote_log as
  select b.symbol, b.first_sequence + q.place - 1 as sequence, q.sell_points, q.buy_points, b.source,
    timestamptz 'epoch' + q.source_at_ms * interval '1 millisecond' as source_at,
    timestamptz 'epoch' + q.received_at_ms * interval '1 millisecond' as received_at
  from quote_blocks b
  cross join lateral unnest(b.sell_points, b.buy_points, b.source_at_ms, b.received_at_ms)
    with ordinality as q (sell_points, buy_points, source_at_ms, received_at_ms, place);

-- Rejected quotes with the reason: the evidence when a price is disputed.
create table rejected_quotes (
  id bigint generated always as identity,
  -- Null for an unknown symbol.
  symbol text collate "C",
  source text not null,
  reason text not null,
  -- The quote in points, or the vendor's message when it could not be read.
  evidence text not null,
  rejected_at timestamptz not null,
  constraint rejected_quotes_pkey primary key (id)
);

-- Price alerts. A triggered alert is kept for its customer to see.
create table price_alerts (
  id bigint generated always as identity,
  customer_id bigint not null,
  symbol text collate "C" not null,
  -- Of the quote.
  side text not null,
  -- The direction of the price from where it was when the alert was set.
  sense text not null,
  points bigint not null,
  created_at timestamptz not null,
  fired_at timestamptz,
  -- The price that triggered it.
  fired_points bigint,
  -- The splits of the symbol before the alert was set. Each later split adjusts its price.
  splits_before integer not null,
  constraint price_alerts_pkey primary key (id),
  constraint price_alerts_customer_fkey foreign key (customer_id) references customers (id),
  constraint price_alerts_side check (side in ('buy', 'sell')),
  constraint price_alerts_sense check (sense in ('rises', 'falls')),
  constraint price_alerts_points_positive check (points > 0),
  constraint price_alerts_fired_whole check (num_nulls(fired_at, fired_points) in (0, 2))
);

create index price_alerts_by_customer on price_alerts (customer_id, id);
-- The same number before and after a split is not the same price.
create unique index price_alerts_waiting
  on price_alerts (customer_id, symbol, side, points, splits_before) where fired_at is null;
-- Read at the start, and to find what another program added.
create index price_alerts_watched on price_alerts (id) where fired_at is null;

-- The economic calendar that staff enter. Time, currency and title identify an event, because its
-- figures are published later.
create table calendar_events (
  id bigint generated always as identity,
  at timestamptz not null,
  currency text not null,
  importance smallint not null,
  title text not null,
  actual text,
  forecast text,
  previous text,
  constraint calendar_events_pkey primary key (id),
  constraint calendar_events_once unique (at, currency, title),
  constraint calendar_events_importance check (importance in (-1, 0, 1))
);

create index calendar_events_by_time on calendar_events (at, id);
create index calendar_events_by_title on calendar_events ((lower(title) collate "C"), id);
