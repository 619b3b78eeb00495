-- What the house set of a symbol in place of what the program ships; null: as shipped.
create table symbol_terms (
  symbol text collate "C" not null,
  -- ten-thousandths of a percent of the price
  extra_spread_centi_bps integer,
  least_spread_centi_bps integer,
  amount_min_cents bigint,
  amount_max_cents bigint,
  leverage_max integer,
  -- lines in the market's time zone
  hours jsonb,
  set_by text not null,
  reason text not null,
  set_at timestamptz not null,
  constraint symbol_terms_pkey primary key (symbol),
  constraint symbol_terms_spread check (extra_spread_centi_bps >= 0 and least_spread_centi_bps >= 0)
);
